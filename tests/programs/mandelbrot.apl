⍝ The Mandelbrot set as a picture of characters: the darker, the longer a point stays.

real←¯2.1+3×(⍳76)÷75
imaginary←1.2-2.4×(⍳31)÷30
c←⍉real+⌝0j1×imaginary

⍝ One step for all points: those that have left stand still, for their squares would grow beyond all bounds.
step←{
    [z inside count]←⍵
    z←c+inside×z×z
    inside←inside∧2≥|z
    [z inside count+inside]
}
count←2⊃(step⍣60)[c;2≥|c;0×|c]

shades←" .,:;+*oO#@"
shades (⌊10×√count÷60)
