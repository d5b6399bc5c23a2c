⍝ A longest common subsequence of two strings of 2,000 letters.

⍝ Letters by a linear congruential generator, so that every run sees the same.
next←{2147483648x|12345x+1103515245x×⍵}
letters←{"ACGT"(4|⌊((next⍣(1+⍳2000))⍵)÷65536x)}
a←letters 1x
b←letters 2x

⍝ Row i of the table has the lengths for the first i letters of a and each beginning of b.
row←{⌈\⍺⌈0,(¯1↓⍺)+⍵=b}
zeros←(1+≢b)⍴0
table←zeros⍪⊃(zeros row\ a)

⍝ Back from the corner: a letter belongs to the result where both lengths grow at once.
back←{
    [i j found]←⍵
    (i=0)∨j=0:found
    here←table.[i j]
    here=table.[i-1 j]:∇[i-1 j found]
    here=table.[i j-1]:∇[i j-1 found]
    ∇[i-1;j-1;(a i-1),found]
}
common←back [≢a;≢b;""]

⍝ Whether the letters of ⍺ occur in ⍵ in this order.
within←{0=≢⍺:1 ⋄ at←⍵⍳↑⍺ ⋄ at=≢⍵:0 ⋄ (1↓⍺)∇(1+at)↓⍵}

≢common
60↑common
[common within a;common within b]
