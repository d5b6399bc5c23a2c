⍝ Exact rationals: the Hilbert matrix of order 12, its inverse and its determinant.

hilbert←{÷1x+(⍳⍵)+⌝⍳⍵}

⍝ The determinant by elimination: the pivot is the first item of the first column that is not zero.
determinant←{
    0=≢⍵:1x
    at←⍸0≠⍵.[∞ 0]
    0=≢at:0x
    rows←(↑at)⊖⍵
    sign←¯1x*(↑at)×1x+≢⍵
    top←↑rows
    pivot←↑top
    rest←1↓rows
    below←rest-(rest.[∞ 0]÷pivot)×⌝top
    sign×pivot×∇0 1↓below
}

h←hilbert 12x
3 4↑h
identity←=⌝⍨⍳12
identity≡h+.×⌹h
determinant h
÷determinant h
determinant [0x 2x 1x ⋄ 3x 0x 0x ⋄ 1x 1x 5x]
