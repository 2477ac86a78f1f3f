# awk -v name=NAME -f plant.awk TABLE… FILE: prints FILE with the bug NAME in it. Its old text has to
# stand there exactly once. Nothing is a pattern: texts are compared as they are.
FNR == 1 {
    last = text
    text = ""
    here = 0
}
{
    text = text $0 "\n"
}
$1 == "mutant" {
    here = $2 == name
}
here && /^-( |$)/ {
    old = old (n_old++ ? "\n" : "") substr($0, 3)
}
here && /^\+( |$)/ {
    new = new (n_new++ ? "\n" : "") substr($0, 3)
}
END {
    at = index(text, old)
    if (!n_old || !at) {
        print name ": its old text is not in " FILENAME > "/dev/stderr"
        exit 1
    }
    if (index(substr(text, at + 1), old)) {
        print name ": its old text is in " FILENAME " more than once" > "/dev/stderr"
        exit 1
    }
    printf "%s%s%s", substr(text, 1, at - 1), new, substr(text, at + length(old))
}
