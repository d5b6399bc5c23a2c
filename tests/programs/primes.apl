⍝ The primes below a million by the sieve of Eratosthenes.

sieve←{
    n←⍵
    prime←1<⍳n
    strike←{~ prime ⍵:0 ⋄ prime(⍵×⍵+⍳⌈(n÷⍵)-⍵)←0}
    done←strike¨2↓⍳⌈√n
    ⍸prime
}

primes←sieve 1000000
"number:  ",⍕≢primes
"first:   ",⍕10↑primes
"last:    ",⍕¯5↑primes
"twins:   ",⍕+/2=-⍨⌿⍉2↕primes
"as by ℙ: ",⍕primes≡ℙ⍳≢primes
