# Reads "FILE KIND SYMBOL" as nm prints them and prints, for each room, its largest set of files
# that all reach each other: "cycle ROOM FILES LIMIT names".
function room(file) { sub(/\/[^\/]*$/, "", file); return file }

$2 ~ /^[TDBRVWC]$/ { owner[$3] = $1 }
$2 == "U" { use[++uses] = $1 " " $3 }
!($1 in index_of) { index_of[$1] = ++files; name[files] = $1 }

END {
    for (u = 1; u <= uses; u++) {
        split(use[u], f, " ")
        to = owner[f[2]]
        if (to != "" && to != f[1] && room(to) == room(f[1])) edge[index_of[f[1]], index_of[to]] = 1
    }
    for (i = 1; i <= files; i++) in_room[room(name[i])] = in_room[room(name[i])] " " i
    for (r in in_room) {
        n = split(in_room[r], member, " ")
        for (k = 1; k <= n; k++)
            for (i = 1; i <= n; i++)
                if ((member[i], member[k]) in edge)
                    for (j = 1; j <= n; j++)
                        if ((member[k], member[j]) in edge) edge[member[i], member[j]] = 1
        size = 1
        text = ""
        for (i = 1; i <= n; i++) {
            count = 0
            cycle = ""
            for (j = 1; j <= n; j++)
                if ((member[i], member[j]) in edge && (member[j], member[i]) in edge) {
                    count++
                    short = name[member[j]]
                    sub(/.*\//, "", short)
                    cycle = cycle " " short
                }
            if (count > size) { size = count; text = cycle }
        }
        print "cycle", r, size, most text
    }
}
