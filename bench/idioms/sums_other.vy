/// How often each of four keys occurs: all add to one of four words.
program sums
in  key   : u32[]
out total : atomic u32[4]

each i in 0..len(key) { atomic_add(total[key[i] % 4], 1) }

//! --in key=values:0,1,5,3 --expect total=1,2,0,1
