⍝ Text: splitting, joining, trimming, padding. Load it with •load "lib/text.apl".

words←{⍝ The words of a text: what stands between blanks.
⍝ words "to be  or"  → "to" "be" "or"
⍝ words ""  → 0⍴⊂""
(⍵≠' ')⊆⍵}

lines←{⍝ The lines of a text, empty ones too; a line feed at its end begins no line.
⍝ lines "ab",(•ucs 10),"c"  → "ab" "c"
⍝ lines ""  → 0⍴⊂""
end←•ucs 10
text←⍵,(end≠¯1↑⍵)/end
0=≢⍵:0⍴⊂""
¯1↓¨(¯1⌽text=end)⊂text}

split←{⍝ The parts of a text between the characters ⍺.
⍝ ',' split "a,,bc"  → "a" "" "bc"
⍝ ',' split ""  → [""]
text←⍺,⍵
1↓¨(text=⍺)⊂text}

join←{⍝ Texts with the text ⍺ between them.
⍝ ", " join "to" "be"  → "to, be"
⍝ ", " join 0⍴⊂""  → ""
(≢⍺)↓∊(⊂⍺),¨⍵}

trim←{⍝ A text without the blanks at its ends.
⍝ trim "  to be "  → "to be"
⍝ trim "   "  → ""
used←⍵≠' '
kept←(∨\used)∧⌽∨\⌽used
kept/⍵}

left←{⍝ A text of ⍺ characters: cut, or filled with blanks on the right.
⍝ 5 left "abc"  → "abc  "
⍺↑⍵}

right←{⍝ A text of ⍺ characters: cut, or filled with blanks on the left.
⍝ 5 right "abc"  → "  abc"
(-⍺)↑⍵}

centre←{⍝ A text in the middle of ⍺ characters.
⍝ 7 centre "abc"  → "  abc  "
room←⌊2÷⍨0⌈⍺-≢⍵
⍺↑(room⍴' '),⍵}

replace←{⍝ A text with each ⍺.from (which may not overlap itself) replaced by ⍺.to.
⍝ ["from":"be" "to":"do"] replace "to be or"  → "to do or"
⍝ ["from":"x" "to":"yy"] replace "axbx"  → "ayybyy"
from←⍺.from ⋄ to←⍺.to
parts←(≢from)↓¨(from⍷from,⍵)⊂from,⍵
(≢to)↓∊(⊂to),¨parts}
