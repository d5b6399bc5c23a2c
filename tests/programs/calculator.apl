#!/usr/bin/env aplomb
⍝ A calculator: tokens, a parser by recursive descent, exact results, and messages for what is wrong.
digits←"0123456789"
tokens←{
  text←⍵~" "
  number←text∊digits
  starts←(~number)∨number>¯1↓0,number
  starts⊂text
}
⍝ A parser takes tokens and gives a value and the tokens that are left.
chain←{  ⍝ items ⍶ with any of the operators ⍹ between them, from the left
  item←⍶ ⋄ names←⍹
  more←{
    [value rest]←⍵
    0=≢rest:⍵
    name←↑rest
    ~(⊂name)∊names:⍵
    [right left]←item 1↓rest
    ∇[(value(name apply)right) left]
  }
  more item ⍵
}
apply←{⍶≡,'+':⍺+⍵ ⋄ ⍶≡,'-':⍺-⍵ ⋄ ⍶≡,'*':⍺×⍵ ⋄ ⍵=0:•signal "DOMAIN ERROR" ⋄ ⍺÷⍵}
sum←{(product chain ["+" "-"])⍵}
product←{(power chain ["*" "/"])⍵}
power←{
  [base rest]←atom ⍵
  0=≢rest:[base rest]
  ~"^"≡↑rest:[base rest]
  [exponent left]←power 1↓rest
  [(base*exponent) left]
}
atom←{
  0=≢⍵:•signal "SYNTAX ERROR"
  first←↑⍵
  "-"≡first:{[value rest]←power ⍵ ⋄ [(-value) rest]}1↓⍵
  "("≡first:{[value rest]←sum ⍵ ⋄ ~")"≡↑rest:•signal "SYNTAX ERROR" ⋄ [value (1↓rest)]}1↓⍵
  ∧/first∊digits:[(⍎first,"x") (1↓⍵)]
  •signal "SYNTAX ERROR"
}
calculate←{
  11::"no value"
  2::"not a formula"
  [value rest]←sum tokens ⍵
  0<≢rest:•signal "SYNTAX ERROR"
  ⍕value
}
show←{⎕←⍵," = ",calculate ⍵}
_←show¨["1+2*3" "(1+2)*3" "2^3^2" "-2^2" "1/3+1/6" "7-4-2" "1/(3-3)" "(1+2" "1+" "2^-3" "12*(3+4)-5*6/4" "2^100"]
