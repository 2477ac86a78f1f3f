# sh links.sh DOCUMENT…: every file that the documents link to is there; names the others, status 1.
bad=0
for document in "$@"; do
    for link in $(awk '/^```/ { code = !code } !code { gsub(/`[^`]*`/, ""); print }' "$document" |
        sed -n 's/[^]]*](\([^)#: ]*\)[^)]*)[^]]*/\1\n/gp' | grep . || true); do
        [ -e "$(dirname "$document")/$link" ] || { echo "$document: $link is not there" && bad=1; }
    done
done
exit $bad
