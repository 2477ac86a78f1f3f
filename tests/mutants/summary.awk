# awk -F ' *[|] *' -f summary.awk table.md TABLE…: what scripts/mutants knows of all bugs, in short.
FNR == 1 {
    table = FILENAME
    sub(/.*\//, "", table)
}
table == "table.md" {
    what[$2] = $3
    verdict[$2] = $5
    by[$2] = $6
    ms[$2] = $7
    lines[$2] = $8
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
            in_time += ms[name] <= 20000
        } else if (verdict[name] == "survived")
            survived[t]++
        if (lines[name] + 0) {
            reduced[t]++
            sum[t] += lines[name]
            all_reduced++
            all_lines += lines[name]
        }
        if (lines[name] + 0 > most)
            most = lines[name] + 0
    }
    print "| table | bugs | caught | survived | not tried | conform catches | lines of its programs |"
    print "| --- | --- | --- | --- | --- | --- | --- |"
    for (i = 1; i <= table_count; i++) {
        t = tables[i]
        row("`" t "`", bugs[t], caught[t] + 0, survived[t] + 0, reduced[t] + 0, sum[t] + 0)
        total += caught[t]
        lost += survived[t]
    }
    row("all", count, total, lost + 0, all_reduced + 0, all_lines + 0)
    printf "\n%d of %d were caught within 20 seconds of running, %.1f %%. ", in_time, count,
        100 * in_time / count
    if (all_reduced)
        printf "The programs that `vyre conform`\nreduced have %.1f lines on average, and %d at most.\n",
            all_lines / all_reduced, most
    for (i = 1; i <= count; i++) {
        name = order[i]
        if (verdict[name] == "caught" && ms[name] <= 20000)
            continue
        if (!open++)
            print "\n| not caught, or late | what | why |\n| --- | --- | --- |"
        printf "| %s | %s | %s |\n", name, what[name], name in reason ? reason[name] : verdict[name] " " ms[name] " ms"
    }
}
function row(head, bugs, caught, survived, reduced, lines)
{
    printf "| %s | %d | %d | %d | %d | %s | %s |\n", head, bugs, caught, survived,
        bugs - caught - survived, reduced ? reduced : "-",
        reduced ? sprintf("%.1f", lines / reduced) : "-"
}
