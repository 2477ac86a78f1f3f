# awk -F ' *[|] *' -f summary.awk table.md TABLE…: what scripts/mutants knows of all bugs, in short.
FNR == 1 {
    table = FILENAME
    sub(/.*\//, "", table)
}
table == "table.md" {
    known[$2] = 1
    what[$2] = $3
    verdict[$2] = $5
    ms[$2] = $7
    next
}
/^mutant / {
    split($0, words, " ")
    name = words[2]
    order[++count] = name
    of[name] = table
    if (!bugs[table]++)
        tables[++table_count] = table
}
/^survives / {
    reason[name] = substr($0, 10)
}
END {
    for (i = 1; i <= count; i++) {
        name = order[i]
        t = of[name]
        if (verdict[name] == "caught") {
            caught[t]++
            late[t] += ms[name] > 20000
            time[t] += ms[name]
        } else if (known[name])
            survived[t]++
    }
    print "| table | bugs | caught | of them late | survived | not run | seconds until caught |"
    print "| --- | --- | --- | --- | --- | --- | --- |"
    for (i = 1; i <= table_count; i++) {
        t = tables[i]
        row("`" t "`", bugs[t], caught[t], late[t], survived[t], time[t])
        all_caught += caught[t]
        all_late += late[t]
        all_survived += survived[t]
        all_time += time[t]
    }
    row("all", count, all_caught, all_late, all_survived, all_time)
    for (i = 1; i <= count; i++) {
        name = order[i]
        if (verdict[name] == "caught" && ms[name] <= 20000)
            continue
        if (!open++)
            print "\n| not caught, or late | what | why |\n| --- | --- | --- |"
        printf "| %s | %s | %s |\n", name, what[name],
            name in reason ? reason[name] : known[name] ? verdict[name] " " ms[name] " ms" : "not run"
    }
}
function row(head, bugs, caught, late, survived, time)
{
    printf "| %s | %d | %d | %d | %d | %d | %s |\n", head, bugs, caught, late, survived,
        bugs - caught - survived, caught ? sprintf("%.1f", time / caught / 1000) : "-"
}
