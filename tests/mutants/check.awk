# awk -f check.awk TABLE…: prints "NAME CHECK" for each check that a bug names, and on stderr each
# bug whose old text is not in its file exactly once, changes nothing, has the name of another one
# or names no check. Fails where there is one.
/^mutant / {
    name = $2
    order[++count] = name
    if (seen[name]++)
        wrong("there is more than one bug called " name)
    old[name] = new[name] = ""
    n_old = n_new = 0
}
/^file / {
    file[name] = $2
}
/^by / {
    by[name] = 1
    for (i = 2; i <= NF; i++)
        print name, $i
}
/^-( |$)/ {
    old[name] = old[name] (n_old++ ? "\n" : "") substr($0, 3)
}
/^\+( |$)/ {
    new[name] = new[name] (n_new++ ? "\n" : "") substr($0, 3)
}
END {
    for (i = 1; i <= count; i++) {
        name = order[i]
        text = text_of(file[name])
        at = old[name] == "" ? 0 : index(text, old[name])
        if (!at)
            wrong(name ": its old text is not in " file[name])
        else if (index(substr(text, at + 1), old[name]))
            wrong(name ": its old text is in " file[name] " more than once")
        if (old[name] == new[name])
            wrong(name ": its texts are the same")
        if (!(name in by))
            wrong(name ": no check is to catch it")
    }
    exit failed
}
function wrong(sentence)
{
    print sentence > "/dev/stderr"
    failed = 1
}
function text_of(path,    line)
{
    if (!(path in texts)) {
        texts[path] = ""
        while ((getline line < path) > 0)
            texts[path] = texts[path] line "\n"
        close(path)
    }
    return texts[path]
}
