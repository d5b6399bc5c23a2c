⍝ Statistics of numeric vectors, exact for exact numbers where that can be. Load it with •load "lib/statistics.apl".

mean←{⍝ The arithmetic mean.
⍝ mean 1x 2x 4x  → 7r3
(+/⍵)÷≢⍵}

median←{⍝ The middle of the sorted numbers, or the mean of the two in the middle.
⍝ median 5 1 3  → 3
⍝ median 4x 1x 3x 2x  → 5r2
sorted←⍵(⍋⍵) ⋄ middle←⌊((≢⍵)-0x 1x)÷2x
mean sorted(⌽middle)}

variance←{⍝ The variance of a sample.
⍝ variance 2x 4x 4x 6x  → 8r3
(+/⍲⍵-(mean ⍵))÷¯1x+≢⍵}

deviation←{⍝ The standard deviation of a sample.
⍝ deviation 1 3  → √2
√variance ⍵}

quantile←{⍝ The number below which the part ⍺ of the numbers lies, between two of them where it must.
⍝ 1r4 quantile 1x 2x 3x 4x 5x  → 2x
⍝ 1r2 quantile 1x 2x  → 3r2
sorted←⍵(⍋⍵) ⋄ place←⍺×¯1x+≢⍵ ⋄ low←⌊place ⋄ high←⌈place
(sorted low)+(place-low)×(sorted high)-sorted low}

mode←{⍝ The most frequent of some values, the first of several.
⍝ mode 3 1 3 2  → 3
(∪⍵)(↑⍒{≢⍵}⌸⍵)}

counts←{⍝ How often each value occurs: the values and their counts, most frequent first.
⍝ counts "banana"  → ["value":"anb" "count":[3x 2x 1x]]
n←{≢⍵}⌸⍵ ⋄ order←⍒n
["value":(∪⍵)order;"count":n order]}

covariance←{⍝ The covariance of two samples.
⍝ 1x 2x 3x covariance 2x 4x 6x  → 2x
(+/(⍺-(mean ⍺))×⍵-(mean ⍵))÷¯1x+≢⍵}

correlation←{⍝ Pearson's correlation of two samples.
⍝ 1 2 3 correlation 3 2 1  → ¯1
(⍺ covariance ⍵)÷√(variance ⍺)×(variance ⍵)}

line←{⍝ The straight line through points, by least squares: intercept and slope of ⍺ over ⍵.
⍝ 1x 3x 5x line 0x 1x 2x  → 1x 2x
⍺⌹1x,⍪⍵}
