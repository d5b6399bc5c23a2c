⍝ Exact fractions: continued fractions, Egyptian fractions, Bernoulli numbers, a Pell equation, digits of e.
continued←{⍵=⌊⍵:[⌊⍵] ⋄ (⌊⍵),∇÷⍵-⌊⍵}
continued 415x÷93x
value←{⍺+÷⍵}/
value 4x 2x 6x 7x
egypt←{⍵=0:⍬ ⋄ d←⌈÷⍵ ⋄ d,∇⍵-÷d}
egypt 5x÷121x
+/÷(egypt 5x÷121x)
⍝ sum of k<m of C(m+1,k)·B(k) is 0
bernoulli←{({n←≢⍵ ⋄ ⍵,-(+/⍵×(⍳n)!n+1x)÷n+1x}⍣⍵)[1x]}
bernoulli 12
⍝ x² - 61y² = 1
pell←{
  n←⍵ ⋄ a0←⌊√n
  step←{
    [m d a p1 p2 q1 q2]←⍵
    1=(p1×p1)-n×q1×q1:[p1 q1]
    m←(d×a)-m ⋄ d←(n-m×m)÷d ⋄ a←⌊(a0+m)÷d
    ∇[m d a (p2+a×p1) p1 (q2+a×q1) q1]
  }
  step[0x 1x a0 a0 1x 1x 0x]
}
pell 61x
e←+/÷!⍳40x
⌊e×10x*40x
30⍕e
⍝ harmonic numbers that pass 1 2 3 4
h←+\÷1x+⍳40x
h⍸1x+⍳4x
{(⍵<h)⍳1}¨1x+⍳4x
⍝ a determinant and an inverse of a matrix of fractions
m←÷1x+(⍳3x)+⌝⍳3x
m
⌹m
m+.×⌹m
