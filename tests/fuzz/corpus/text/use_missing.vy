use "nothing.vy"
program u
let x = f(1)
