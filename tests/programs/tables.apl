⍝ Dynamic programming: edit distance, longest common subsequence, coins, a knapsack, ways through a grid.
edit←{
  [a b]←⍵
  row←{c←⍺ ⋄ above←⍵ ⋄ best←(1+↑above),(1+1↓above)⌊(¯1↓above)+c≠b ⋄ i←⍳≢best ⋄ i+⌊\best-i}
  ↑⌽(⍳1+≢b)row/⌽a
}
edit "kitten" "sitting"
edit "intention" "execution"
edit "" "abc"
common←{
  [a b]←⍵
  row←{c←⍺ ⋄ above←⍵ ⋄ ⌈\0,(1↓above)⌈(¯1↓above)+c=b}
  ↑⌽((1+≢b)⍴0)row/⌽a
}
common "AGGTAB" "GXTXAYB"
common "nematode knowledge" "empty bottle"
⍝ how many ways there are to pay an amount
coins←{
  [amount kinds]←⍵
  more←{ways←⍵ ⋄ _←⍺{ways.[⍵]+←ways.[⍵-⍺] ⋄ 0}¨⍺↓⍳≢ways ⋄ ways}
  ↑⌽(1,amount⍴0)more/kinds
}
coins [100 [1 5 10 25 50]]
coins [200 [1 2 5 10 20 50 100 200]]
⍝ the best value and what to take
things←[["name":"map" "weight":9 "value":150] ["name":"tent" "weight":5 "value":40] ["name":"rope" "weight":4 "value":30] ["name":"food" "weight":6 "value":60] ["name":"lamp" "weight":3 "value":50]]
pack←{
  room←⍺
  best←(1+room)⍴⊂["value":0 "names":0⍴⊂""]
  better←{⍺.value≥⍵.value:⍺ ⋄ ⍵}
  put←{
    thing←⍺ ⋄ old←⍵
    {⍵<thing.weight:⍵⊃old
      with←(⍵-thing.weight)⊃old
      with.value+←thing.value ⋄ with.names,←⊂thing.name
      (⍵⊃old)better with}¨⍳≢old
  }
  ↑ ⌽ best put/ ⍵
}
13 pack things
⍝ ways through a grid with rocks
grid←["..#." ⋄ "...." ⋄ "#..."]
paths←{
  free←⍵='.'
  row←{open←⍺ ⋄ 0{[up ok]←⍵ ⋄ ok×⍺+up}\⍵,¨open}
  ↑⌽(1,(¯1+⊢/⍴free)⍴0)row/⌽↓free
}
paths grid
