program d
let x = ((((((((((((((((1))))))))))))))))
if true { if true { if true { if true { if true { let y = -(-(-(-(~(~(1)))))) } } } } }
