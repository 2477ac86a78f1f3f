# Input: rooms.txt, then lines FILE:LINE:#include "…" (or <vyre/…>). Names every include that
# points against the table, and every file that stands in no room.
function room_of(path,    p) {
    for (p = path; p != ""; p = (match(p, /\/[^\/]*$/) ? substr(p, 1, RSTART - 1) : ""))
        if (p in rooms) return p
    return ""
}

function may(room, other,    i, n, list) {
    if (room == other) return 1
    if ((room, other) in known) return known[room, other]
    known[room, other] = 0
    n = split(rooms[room], list, " ")
    for (i = 1; i <= n; i++)
        if (may(list[i], other)) { known[room, other] = 1; return 1 }
    return 0
}

FNR == NR {
    sub(/#.*/, "")
    if (NF) { room = $1; $1 = ""; rooms[room] = $0 }
    next
}

{
    split($0, part, ":")
    file = part[1]
    match($0, /["<][^">]*[">]/)
    target = substr($0, RSTART + 1, RLENGTH - 2)
    from = file
    sub(/^(src|include)\//, "", from)
    mine = room_of(from)
    if (mine == "") { print file ": stands in no room of rooms.txt"; bad = 1; next }
    # A name without a folder is a file beside this one.
    theirs = target ~ /\// ? room_of(target) : mine
    checked++
    if (theirs == "" || !may(mine, theirs)) {
        print file ":" part[2] ": " mine " may not include \"" target "\"" \
            (theirs == "" ? " (it stands in no room)" : " (" theirs ")")
        bad = 1
    }
}

END { if (!checked) { print "layering: nothing to check"; bad = 1 } exit bad }
