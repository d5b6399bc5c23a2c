⍝ Shortest ways in a road map: Dijkstra over records, Floyd over a matrix; both must agree.
roads←[
  ["from":"Ulm" "to":"Rom" "km":9]
  ["from":"Ulm" "to":"Bonn" "km":4]
  ["from":"Bonn" "to":"Rom" "km":3]
  ["from":"Rom" "to":"Pisa" "km":2]
  ["from":"Bonn" "to":"Kiel" "km":5]
  ["from":"Kiel" "to":"Oslo" "km":7]
  ["from":"Pisa" "to":"Oslo" "km":20]
]
table←↓⍉⊃roads
cities←∪table.from,table.to
n←≢cities
near←[cities cities]:[n n]⍴∞
_←{near.[⍵.from ⍵.to]←⍵.km ⋄ near.[⍵.to ⍵.from]←⍵.km ⋄ 0}¨roads
dijkstra←{
  distance←(cities:n⍴∞)
  before←(cities:n⍴⊂"")
  (⍵⌷distance)←0
  open←cities
  step←{
    0=≢open:0
    u←↑⍋distance(open)
    ∞=u⌷distance:0
    open~←[u]
    0=≢open:0
    relax←{
      new←(u⌷distance)+near.[u ⍵]
      new≥⍵⌷distance:0
      (⍵⌷distance)←new ⋄ (⍵⌷before)←u ⋄ 0
    }
    _←relax¨open
    ∇ 0
  }
  _←step 0
  [distance before]
}
[distance before]←dijkstra "Ulm"
distance
way←{0=≢⍵⌷before:[⍵] ⋄ (∇⍵⌷before),⊂⍵}
way "Oslo" → "→"⊸,¨ → ∊ → 1↓
floyd←{⍵⌊⍵⌊.+⍵}⍣≡
all←:near
(0 0⍉all)←0
km←[cities cities]:floyd all
km
distance ≡ km "Ulm"
