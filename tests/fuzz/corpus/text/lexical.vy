program x // comment
/// doc
in a : u32[] /// doc on the line
//! --in a=values:1,2 --expect a=1
;;; let b = 'ab' "string" 0x 1e 1__0 @ $ # ` é
