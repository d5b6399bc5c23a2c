⍝ All ways to place eight queens on a chessboard so that none attacks another.

⍝ A board is the vector of the columns of its queens, row by row. ⍵ grows by each column in which the next row is free.
grow←{
    board←⍵
    away←⌽1+⍳≢board
    (⊂board),¨(⍳8)~board,(board+away),board-away
}
boards←({,/grow¨⍵}⍣8)[⍬]

≢boards
".Q" ((↑boards)=⌝⍳8)
