⍝ Black–Scholes: the prices of a million European call and put options.

⍝ The normal distribution function, by Abramowitz and Stegun 26.2.17 (error below 7.5E¯8).
normal←{
    t←÷1+0.2316419×|⍵
    tail←(*-(⍵×⍵)÷2)×t×0.319381530+t×¯0.356563782+t×1.781477937+t×¯1.821255978+t×1.330274429
    tail←tail÷√2×π1
    |(⍵>0)-tail
}

n←1000000
spot←50+100×(n⍴⍳1009)÷1009
strike←50+100×(n⍴⍳1013)÷1013
years←0.1+2×(n⍴⍳1019)÷1019
volatility←0.1+0.4×(n⍴⍳1021)÷1021
rate←0.03

spread←volatility×√years
high←((⍟spot÷strike)+years×rate+0.5×volatility×volatility)÷spread
low←high-spread
discounted←strike×*-rate×years
call←(spot×normal high)-discounted×normal low
put←(discounted×normal-low)-spot×normal-high

mean←+/÷≢
4⍕8↑call
4⍕8↑put
6⍕[mean call;mean put;⌈/call;⌈/put]

⍝ Put–call parity: a call less a put is the spot less the discounted strike.
1E¯9>⌈/|(call-put)-spot-discounted
