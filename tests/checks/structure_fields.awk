# Prints structs with more than `most` fields: "fields TAG COUNT LIMIT FILE". Members of anonymous
# structs and unions count as fields of the struct around them; a named member counts once.
function strip(text) {
    gsub(/"([^"\\]|\\.)*"/, "S", text)
    gsub(/'([^'\\]|\\.)+'/, "C", text)
    sub(/\/\/.*/, "", text)
    return text
}
# names(TEXT): how many a declaration declares.
function names(text) {
    while (gsub(/\([^()]*\)/, "", text)) { }
    gsub(/\[[^\]]*\]/, "", text)
    return gsub(/,/, ",", text) + 1
}

FNR == 1 { depth = 0; before = ""; in_comment = 0; continued = 0 }
{
    line = strip($0)
    if (in_comment) {
        if (!sub(/.*\*\//, "", line)) next
        in_comment = 0
    }
    gsub(/\/\*[^*]*\*\//, "", line)
    if (sub(/\/\*.*/, "", line)) in_comment = 1
    if (continued || line ~ /^[ \t]*#/) { continued = line ~ /\\$/; next }
    before = before " " line
    while (match(before, /[{};]/)) {
        head = substr(before, 1, RSTART - 1)
        mark = substr(before, RSTART, 1)
        before = substr(before, RSTART + 1)
        if (mark == "{") {
            depth++
            is_struct[depth] = head ~ /(^|[^a-zA-Z0-9_])(struct|union)([ \t]+[a-zA-Z0-9_]+)?[ \t]*$/
            fields[depth] = 0
            tag[depth] = head
            sub(/[ \t]*$/, "", tag[depth])
            sub(/.*[ \t]/, "", tag[depth])
        } else if (mark == "}") {
            closed = is_struct[depth]
            inner = fields[depth]
            if (closed && inner > most) print "fields", tag[depth], inner, most, FILENAME
            if (depth > 0) depth--
            after_struct = 1
        } else { # ;
            if (depth > 0 && is_struct[depth]) {
                if (after_struct && head !~ /[a-zA-Z0-9_]/) fields[depth] += inner
                else if (head ~ /[a-zA-Z0-9_]/) fields[depth] += names(head)
            }
            after_struct = 0
        }
    }
}
