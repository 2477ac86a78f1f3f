// Binary search in sorted buffers.

/// The first place whose element is v or more; len(b) where there is none.
fn lower_bound[T: number](b: in T[], v: T) -> u32 {
    var low = 0
    var high = len(b)
    while low < high {
        let middle = low + (high - low) / 2
        if b[middle] < v { low = middle + 1 } else { high = middle }
    }
    return low
}

/// The first place whose element is above v; len(b) where there is none.
fn upper_bound[T: number](b: in T[], v: T) -> u32 {
    var low = 0
    var high = len(b)
    while low < high {
        let middle = low + (high - low) / 2
        if b[middle] <= v { low = middle + 1 } else { high = middle }
    }
    return low
}
