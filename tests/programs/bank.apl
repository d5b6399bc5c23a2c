⍝ A small bank: accounts are records, read and updated through their keys.

bank←["ann":["owner":"Ann Lee" "balance":100 "history":⍬] "bob":["owner":"Bob Ray" "balance":20.5 "history":⍬]]

⍝ Who and how much; the amount of a withdrawal is negative.
post←{
    [who amount]←⍵
    0>amount+bank.(who).balance:"refused: ",who," has only ",⍕bank.(who).balance
    bank.(who).balance+←amount
    bank.(who).history,←amount
}
transfer←{
    [from to amount]←⍵
    bank.(from).balance<amount:"refused: ",from," has only ",⍕bank.(from).balance
    done←post [from;-amount]
    post [to;amount]
}

post "ann" 50
post "bob" ¯100
transfer "ann" "bob" 30.25
transfer "bob" "ann" 99

⍝ A new account: the key does not exist yet.
bank.cho←["owner":"Cho Im" "balance":0 "history":⍬]
post "cho" 7

⍝ Accounts side by side: records of the same keys mix into a keyed table.
⊃bank
total←+/{⍵.balance}¨bank
total
"richest: ",(↑⍒{⍵.balance}¨bank)
(⊃bank)["ann" "cho"]
