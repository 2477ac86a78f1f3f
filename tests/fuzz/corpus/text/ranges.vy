program n
out o : i32[8, 8, 8]
each i in -4..4, j in 0..8, k in 0i64..3 { o[i + 4, j, k] = i }
