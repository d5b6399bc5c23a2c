⍝ Roman numerals both ways.

values←1000 900 500 400 100 90 50 40 10 9 5 4 1
numerals←"M" "CM" "D" "CD" "C" "XC" "L" "XL" "X" "IX" "V" "IV" "I"

⍝ The greatest value that fits goes first.
to←{⍵=0:"" ⋄ i←↑⍸values≤⍵ ⋄ (i⊃numerals),∇⍵-i⊃values}

⍝ A digit before a greater one counts negative.
from←{digits←1000 500 100 50 10 5 1("MDCLXVI"⍳⍵) ⋄ +/digits×1-2×digits<1↓digits,0}

⊃{[to ⍵;⍵]}¨4 9 14 1888 1994 2026 3999
from¨"IV" "MCMXCIV" "MMMCMXCIX"
∧/{⍵=from to ⍵}¨1+⍳3999
