⍝ Dates: the number of a day, and back; weekdays, ISO weeks, calendar sheets. Everything exact.
day←{[y m d]←⍵ ⋄ a←m<3 ⋄ y←y-a ⋄ m←(m-3x)+12x×a ⋄ (d-1x)+(⌊(2x+153x×m)÷5x)+(365x×y)+(⌊y÷4x)+(⌊y÷400x)-⌊y÷100x}
date←{
  z←⍵ ⋄ era←⌊z÷146097x ⋄ doe←146097x|z
  yoe←⌊(doe-(⌊doe÷1460x)+(⌊doe÷146096x)-⌊doe÷36524x)÷365x
  doy←doe-(365x×yoe)+(⌊yoe÷4x)-⌊yoe÷100x
  mp←⌊(2x+5x×doy)÷153x
  m←mp+3x-12x×mp≥10x
  [((yoe+400x×era)+m≤2x) m (1x+doy-⌊(2x+153x×mp)÷5x)]
}
iso←{"-"{1↓∊⍺,¨⍵}{(-2⌈≢⍵)↑"0",⍵}¨{¯1↓⍕⍵}¨⍵}
names←["Mon" "Tue" "Wed" "Thu" "Fri" "Sat" "Sun"]
weekday←{7x|2x+day ⍵}
⎕←iso¨[1970x 1x 1x;2024x 2x 29x;2000x 12x 31x]
⎕←{(weekday ⍵)⊃names}¨[1970x 1x 1x;2024x 2x 29x;2000x 1x 1x;2026x 11x 30x]
⎕←∧/{⍵≡date day ⍵}¨[1x 1x 1x;1600x 2x 29x;1900x 2x 28x;1900x 3x 1x;2000x 2x 29x;2400x 12x 31x]
⎕←(day 2000x 1x 1x)-day 1970x 1x 1x
⎕←date 100x+day 2024x 2x 1x
⍝ Friday the 13ths of 2026
months←{[2026x ⍵ 13x]}¨1x+⍳12x
⎕←{⍵.[1]}¨(4x=weekday¨months)/months
⍝ A month as a sheet
sheet←{
  [y m]←⍵
  first←day [y m 1x]
  length←(day [(y+m=12x) (1x+12x|m) 1x])-first
  cells←42↑((weekday [y m 1x])⍴⊂""),{¯1↓⍕⍵}¨1x+⍳length
  (names:⍠1 (6 7⍴cells))
}
sheet 2024x 2x
⍝ Easter Sundays, Gregorian
easter←{
  a←19x|⍵ ⋄ b←⌊⍵÷100x ⋄ c←100x|⍵
  g←⌊(1x+b-⌊(b+8x)÷25x)÷3x
  h←30x|(19x×a)+b+15x-(⌊b÷4x)+g
  l←7x|32x+(2x×4x|b)+(2x×⌊c÷4x)-h+4x|c
  m←⌊(a+(11x×h)+22x×l)÷451x
  n←h+l+114x-7x×m
  [⍵ (⌊n÷31x) (1x+31x|n)]
}
⎕←iso¨easter¨1961x 2000x 2024x 2026x 2038x
