⍝ Matrices: spirals, magic squares, transitive closure, a determinant, rotations, Pascal, cellular automata.
spiral←{  ⍝ the numbers from 0 on, wound from the outside in
  [rows columns]←⍵
  0∊⍵:⍵⍴0
  (⍳columns)⍪⌽⍉columns+∇[columns (rows-1)]
}
spiral 4 5
unwind←{0∊⍴⍵:⍬ ⋄ (↑⍵),∇⊖⍉1↓⍵}
unwind spiral 4 5
magic←{n←⍵ ⋄ i←⍳n ⋄ a←n|i+⌝i+(n+1)÷2 ⋄ b←n|(i+⌝2×i)+1 ⋄ 1+b+n×a}
m←magic 5
m
∪(+/m),(+⌿m),(+/0 0⍉m),+/0 0⍉⌽m
closure←{⍵∨⍵∨.∧⍵}⍣≡
links←[0 1 0 0 ⋄ 0 0 1 0 ⋄ 0 0 0 0 ⋄ 1 0 0 0]
closure links
det←{1≥≢⍵:↑,⍵ ⋄ m←⍵ ⋄ minor←{(⍵≠⍳≢m)/1↓m} ⋄ -/(m 0)×∇¨minor¨⍳≢m}
det [2x 0x 1x ⋄ 1x 3x 2x ⋄ 1x 1x 1x]
det [1r2 1r3 ⋄ 1r4 1r5]
det (4 4⍴2 3 5 7 11 13 17 19 23 29 31 37 41 43 47 53)
(⌽⍉)[1 2 3 ⋄ 4 5 6]
({(0,⍵)+⍵,0}⍣5),1
⊃{({(0,⍵)+⍵,0}⍣⍵),1}¨⍳6
automaton←{
  [number width steps]←⍵
  table←⌽ (8⍴2)⊤number
  next←{table(2⊥⍤1 (3↕0,⍵,0))}
  start←(⍳width)=⌊width÷2
  ".#"((next⍣(⍳steps))start)
}
automaton 90 15 8
