⍝ A power tower in exact integers: 5*4*3*2 has 183,231 digits.

tower←5x*4x*3x*2x
digits←¯1↓⍕tower
≢digits
20↑digits
¯20↑digits
tower=⌊/3⍴tower
