⍝ The mean and the standard deviation of the numbers on standard input, as many on a line as you like.
⍝
⍝     aplomb statistics.apl < numbers.txt

⍝ ⎕ gives the lines one after the other, and ⍬ at the end.
read←{
    line←⎕
    ⍬≡line:⍵
    0=≢line~" ":∇⍵
    ∇ ⍵,⍎line
}

mean←+/÷≢
deviation←{√mean ⍲⍵-mean ⍵}

numbers←read ⍬
["count":≢numbers;"mean":mean numbers;"deviation":deviation numbers]
