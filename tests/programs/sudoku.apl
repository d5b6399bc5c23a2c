⍝ Sudoku: depth first, always at the cell with the fewest digits left.

row←9/⍳9 ⋄ column←81⍴⍳9
box←(3×⌊row÷3)+⌊column÷3
peers←(row=⌝row)∨(column=⌝column)∨box=⌝box

⍝ ⍵ is a board of 81 digits, 0 for an open cell; the result is a filled board, or ⍬ where there is none.
solve←{
    board←⍵
    open←⍸0=board
    0=≢open:board
    ⍝ A digit is free where none of the peers has it.
    free←0=peers+.×board=⌝1+⍳9
    left←+/ free open
    cell←open (left⍳⌊/left)
    try←{
        0=≢⍵:⍬
        found←solve (↑⍵)@cell board
        ⍬≢found:found
        ∇1↓⍵
    }
    try 1+⍸ free cell
}

⍝ A puzzle of 17 clues, the least that a puzzle can have.
puzzle←"000000012040050000000009000070600400000100000000000050000087500601000300200000000"-'0'
9 9⍴solve puzzle
