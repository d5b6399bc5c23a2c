⍝ The most frequent words of a text of a megabyte.

⍝ The text: words by a linear congruential generator, the earlier ones of the list more often.
list←{(⍵≠' ')⊆⍵}"the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so"
next←{2147483648x|12345x+1103515245x×⍵}
random←(⌊((next⍣(1+⍳16384))42x)÷65536x)÷32768
which←⌊(≢list)×random×random
ending←". " ", " " " " "
text←1000000⍴,/(list which),¨ending(4|⌊1000×random)

⍝ Its words are the runs of letters.
words←(text∊'a'+⍳26)⊆text
kinds←∪words
counts←words{≢⍵}⌸words

⍝ By falling counts, equal ones by the alphabet: pairs compare item by item.
top←10↑⍋(-counts),¨⊂¨kinds
≢words
≢kinds
(kinds top):⍪(counts top)
