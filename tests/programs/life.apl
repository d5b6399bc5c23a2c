⍝ Conway's Game of Life on a torus of 200×200 cells: the R pentomino after 100 steps.

⍝ The sum over the nine shifts counts a cell with its neighbours.
life←{
    around←+/,¯1 0 1⊖⌝¯1 0 1⌽⌝⊂⍵
    (around=3)∨⍵∧around=4
}

⍝ The part of a matrix from the first to the last row and column that has a cell.
crop←{
    span←{live←⍸⍵ ⋄ (↑live)+⍳1+(¯1⊃live)-↑live}
    [span ∨/⍵;span ∨⌿⍵]⌷⍵
}

start←200 200⍴0
start[[99 100] [99 101] [100 99] [100 100] [101 100]]←1
end←(life⍣100)start

"cells: ",⍕+/,end
" #" (crop end)
