⍝ Texts: run lengths, brackets, anagrams, wrapping, a histogram, a cipher, JSON.
runs←{starts←1,(1↓⍵)≠¯1↓⍵ ⋄ {[(↑⍵) (≢⍵)]}¨starts⊂⍵}
runs "aaabccdddd"
unruns←{∊{[c n]←⍵ ⋄ n⍴c}¨⍵}
unruns runs "aaabccdddd"
balanced←{
  pairs←"()[]{}"
  push←{stack←⍵ ⋄ i←pairs⍳⍺ ⋄ i=6:stack ⋄ 0=2|i:stack,i ⋄ (0<≢stack)∧(i-1)≡↑⌽stack:¯1↓stack ⋄ stack,i}
  0 = ≢ ⍬ push/ ⌽⍵
}
balanced¨"(a[b]{c})" "(]" "((" "" ")("
words←"listen" "silent" "enlist" "google" "elgoog" "abc"
same←{⊂⍵}⌸{⍵(⍋⍵)}¨words
{words(⍵)}¨same
wrap←{
  width←⍺
  add←{
    lines←⍵ ⋄ word←⍺ ⋄ last←↑⌽lines
    0=≢last:(¯1↓lines),⊂word
    width≥1+(≢last)+≢word:(¯1↓lines),⊂last," ",word
    lines,⊂word
  }
  [""] add/ ⌽(⍵≠' ')⊆⍵
}
16 wrap "the quick brown fox jumps over the lazy dog and runs away"
bars←{k←∪⍵ ⋄ n←⍵{≢⍵}⌸⍵ ⋄ ⊃{[c n]←⍵ ⋄ c," ",n⍴'*'}¨(k,¨n)(⍋k)}
bars "mississippi"
alphabet←•a
vigenere←{[key text]←⍵ ⋄ alphabet(26|(alphabet⍳text)+⍺×(≢text)⍴alphabet⍳key)}
secret←1 vigenere "LEMON" "ATTACKATDAWN"
secret
¯1 vigenere ["LEMON" secret]
⍝ a record is an object, a string is a string, another vector a list
json←{
  quote←{'"',⍵,'"'}
  list←{1↓∊",",¨⍵}
  0=≡⍵:⍕⍵
  ' '≡↑0⍴⍵:quote ⍵
  (⍳⍠0 ⍵)≡⍳⍠0 (:⍵):"[",(list ∇¨⍵),"]"
  "{",(list (⍳⍠0 ⍵){(quote ⍺),":",⍵}¨:∇¨⍵),"}"
}
json ["name":"Ann" "age":31 "tags":["x" "yz"] "at":["lat":1.5 "lon":0.25]]
json [[1 2] [3]]
