# Completion of vyre in bash. Verbs, options and devices come from the tool itself, so they are never
# stale; tests/checks/words.sh holds the other words against it.
_vyre()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]}
    local tool=${COMP_WORDS[0]} IFS=$' \t\n'
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "$("$tool" help --words 2>/dev/null)" -- "$word"))
        return
    fi
    case $before in
    --device)
        COMPREPLY=($(compgen -W "$("$tool" devices 2>/dev/null | sed -n '/^[^ ]* *not here/d; s/^\([^ ][^ ]*\).*/\1/p')" -- "$word"))
        return
        ;;
    --route)
        COMPREPLY=($(compgen -W "auto native resident host" -- "$word"))
        return
        ;;
    --peers)
        if [[ ${COMP_WORDS[2]} == cuda ]]; then
            COMPREPLY=($(compgen -W "cuda cub torch none" -- "$word"))
        else
            COMPREPLY=($(compgen -W "openmp expert pocl no-passes other plain library gapbs none" -- "$word"))
        fi
        return
        ;;
    --to)
        COMPREPLY=($(compgen -W "text dot facts phases bindings segments llvm asm ptx spirv" -- "$word"))
        return
        ;;
    --pack)
        COMPREPLY=($(compgen -W "next best" -- "$word"))
        return
        ;;
    --level)
        COMPREPLY=($(compgen -W "0 3" -- "$word"))
        return
        ;;
    --cpu)
        COMPREPLY=($(compgen -W "x86-64 x86-64-v2 x86-64-v3 x86-64-v4" -- "$word"))
        return
        ;;
    --in | --stream | --chunk | --overlap | --base | --seen | --set | --print | --deadline-ms | --schedules | --seed | --threads | --only | --size | --budget | --count) return ;;
    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$("$tool" help --words "$verb" 2>/dev/null)" -- "$word"))
        return
    fi
    case $verb:$COMP_CWORD in
    help:2) COMPREPLY=($(compgen -W "$("$tool" help --words 2>/dev/null)" -- "$word")) ;;
    mega:2) COMPREPLY=($(compgen -W "top replay" -- "$word")) ;;
    cache:2) COMPREPLY=($(compgen -W "show verify clear" -- "$word")) ;;
    wire:2) COMPREPLY=($(compgen -W "encode decode" -- "$word")) ;;
    bench:2) COMPREPLY=($(compgen -W "ir dispatch plan mega cpu cuda vulkan stream passes idioms graph math lib tables" -- "$word")) ;;
    explain:*)
        COMPREPLY=($(compgen -W "$("$tool" explain 2>/dev/null | cut -d' ' -f1)" -- "$word"))
        ;;
    *)
        IFS=$'\n'
        COMPREPLY=($(compgen -f -- "${word##*=}"))
        ;;
    esac
}
complete -o filenames -o bashdefault -F _vyre vyre
