# The cases of tests/fixes; fixes.sh says how they are written.

function complain(what) {
    printf "%s:%d: %s: %s\n", file, at, title, what
    bad = 1
}

function show(path,    line) {
    while ((getline line < path) > 0)
        print "    " line
    close(path)
}

# ---- a case as it is read ----

function begin_case() {
    title = substr($0, 5)
    at = FNR
    file = FILENAME
    codes = explained = changed = files = 0
    name = "p.vy"
    split("", texts)
    split("", scripts)
    split("", seen_file)
}

function add(side, text) {
    if (text ~ /^\$ /)
        scripts[side] = scripts[side] substr(text, 3) "\n"
    else
        texts[side, name] = texts[side, name] text "\n"
}

function body() {
    mark = substr($0, 1, 1)
    if (mark != "+")
        add("-", substr($0, 2))
    if (mark != "-")
        add("+", substr($0, 2))
    changed += mark != " "
    if (!(name in seen_file)) {
        seen_file[name] = 1
        file_names[++files] = name
    }
}

# ---- running it ----

# Writes one side's files and runs its script; what it printed is in dir/log, its status returned.
function run(side,    i, script, path, tests) {
    system("rm -rf '" dir "/case'; mkdir '" dir "/case'")
    for (i = 1; i <= files; i++) {
        path = dir "/case/" file_names[i]
        printf "%s", texts[side, file_names[i]] > path
        close(path)
    }
    tests = texts[side, "p.vy"] ~ /(^|\n)\/\/! /
    script = side == "+" && tests ? "vyre test p.vy" : "vyre check p.vy"
    if (scripts[side] != "")
        script = scripts[side]
    print script > (dir "/script")
    close(dir "/script")
    return system("cd '" dir "/case' && sh -e '" dir "/script' >'" dir "/log' 2>&1 </dev/null")
}

# The diagnostics that were printed: found_code[] and found_fix[], their number returned.
function diagnostics(    line, n) {
    n = 0
    while ((getline line < (dir "/log")) > 0) {
        if (match(line, /(error|warning|note) V[0-9][0-9][0-9]:/)) {
            found_code[++n] = substr(line, RSTART + RLENGTH - 5, 4)
            found_fix[n] = ""
        } else if (n && line ~ /^ +fix: /) {
            sub(/^ +fix: /, "", line)
            found_fix[n] = line
        }
    }
    close(dir "/log")
    return n
}

# ---- is it what the fix says? ----

function packed(text) {
    gsub(/[ \t\n]/, "", text)
    return text
}

# Whether a piece of code stands in a text; … stands for anything.
function stands(code, text,    parts, n, i, found) {
    n = split(packed(code), parts, "…")
    for (i = 1; i <= n; i++) {
        if (parts[i] == "")
            continue
        found = index(text, parts[i])
        if (!found)
            return 0
        text = substr(text, found + length(parts[i]))
    }
    return 1
}

# The code between apostrophes: pieces[], their number returned. C's is not one.
function quoted(fix,    n, from) {
    n = 0
    fix = " " fix " "
    while ((from = match(fix, /[ (]'[^']+'[ ,.;:?)]/))) {
        pieces[++n] = substr(fix, RSTART + 2, RLENGTH - 4)
        fix = substr(fix, RSTART + RLENGTH - 1)
    }
    return n
}

function whole(    i, text) {
    text = scripts["+"]
    for (i = 1; i <= files; i++)
        text = text texts["+", file_names[i]]
    return packed(text)
}

# How the fix is used: ":" as code, "~" as words.
function check_fix(code, fix, fixed,    n, i, used) {
    n = quoted(fix)
    for (i = 1; i <= n; i++) {
        wanted[code SUBSEP fix SUBSEP pieces[i]] = file ":" at
        if (stands(pieces[i], fixed)) {
            used[i] = 1
            done[code SUBSEP fix SUBSEP pieces[i]] = 1
        }
    }
    for (i in used)
        return ":"
    return !n && stands(fix, fixed) ? ":" : "~"
}

# ---- the verdict on a case ----

function check_provoked(    n, i, fixed, how, fresh) {
    run("-")
    n = diagnostics()
    if (!n) {
        complain("the provoking program is not refused")
        show(dir "/log")
    }
    fixed = whole()
    fresh = ""
    for (i = 1; i <= n; i++) {
        covered[found_code[i]] = 1
        if (found_fix[i] == "") {
            if (update)
                fresh = fresh found_code[i] ": \n"
            continue
        }
        how = check_fix(found_code[i], found_fix[i], fixed)
        fresh = fresh found_code[i] how " " found_fix[i] "\n"
        if (!update && (i > codes || heads[i] != found_code[i] how " " found_fix[i]))
            complain("expected '" (i > codes ? "nothing more" : heads[i]) "'\n    found '" \
                     found_code[i] how " " found_fix[i] "'")
    }
    if (!update && codes > n)
        complain("not reported: " heads[n + 1])
    return fresh
}

function check_fixed(    status, n, i) {
    status = run("+")
    n = diagnostics()
    if (status || n) {
        complain("the fixed program " (status ? "fails" : "has diagnostics"))
        show(dir "/log")
    }
    if (changed < 1 || (changed > 12 && changed > 2 * codes))
        complain(changed " lines differ: more than 12, or than 2 for each fix")
}

function check_explained(    i, text, line, command) {
    command = "vyre explain " substr(heads[1], 1, 4)
    while ((command | getline line) > 0)
        text = text " " line
    close(command)
    for (i = 1; i <= explained; i++) {
        if (!stands("'" examples[i] "'", packed(text)))
            complain(command " does not show '" examples[i] "'")
        if (!stands(examples[i], whole()))
            complain("the fixed program does not hold '" examples[i] "'")
    }
}

function end_case(    fresh) {
    if (title == "")
        return
    cases++
    fresh = check_provoked()
    check_fixed()
    if (explained)
        check_explained()
    if (update)
        printf "%s%s%s", "=== " title "\n", fresh, kept > (file ".new")
    kept = title = ""
}

# ---- the files ----

FNR == 1 && previous != "" { finish_file() }
FNR == 1 { previous = FILENAME }
/^=== / { end_case(); begin_case(); next }
title == "" || /^#/ || /^$/ { keep(); next }
/^V[0-9][0-9][0-9][:~] / { heads[++codes] = $0; next }
/^[-+ ]/ { body(); keep(); next }
/^@ / { name = substr($0, 3); keep(); next }
/^\? '.*'$/ { examples[++explained] = substr($0, 4, length($0) - 4); keep(); next }
{ printf "%s:%d: no line of a case: %s\n", FILENAME, FNR, $0; bad = 1 }

function keep() {
    if (!update)
        return
    if (title == "")
        print > (FILENAME ".new")
    else
        kept = kept $0 "\n"
}

function finish_file() {
    end_case()
    if (update) {
        close(previous ".new")
        system("cmp -s '" previous ".new' '" previous "' && rm '" previous ".new' || mv '" previous \
               ".new' '" previous "'")
    }
}

# Codes of the language, of running and of plans, each with a case or a reason.
function check_all(    line, code, n, reason) {
    while ((getline line < without) > 0)
        if (line ~ /^V/) {
            reason[substr(line, 1, 4)] = 1
            if (line !~ /^V[0-9][0-9][0-9] [a-z].*[a-z0-9]$/) {
                printf "%s: no reason: %s\n", without, line
                bad = 1
            }
        }
    while ((getline line < list) > 0) {
        if (line !~ /^DIAG\(/)
            continue
        n = substr(line, 6) + 0
        code = sprintf("V%03d", n)
        if (n > 149 && n < 170 || n > 199 && n < 240 || n > 291)
            continue
        if (!(code in covered) && !(code in reason)) {
            print code " has no case in tests/fixes, and no reason in without.txt"
            bad = 1
        } else if (code in covered && code in reason) {
            print code " has a case: take it out of without.txt"
            bad = 1
        }
    }
}

END {
    finish_file()
    for (key in wanted)
        if (!(key in done)) {
            split(key, part, SUBSEP)
            printf "%s: of the fix of %s no case holds '%s': %s\n", wanted[key], part[1], part[3], part[2]
            bad = 1
        }
    if (all)
        check_all()
    print cases " fixes applied"
    exit bad || !cases
}
