# Sourced by scripts that take minutes: a line says what begins and where its log is, and ninja's counter how far it is.

# Prints ninja's counter of what is read, "[12/860]": over itself on a terminal, elsewhere once for each tenth.
ninja_counter() {
  local line done total tenth last=0
  while IFS= read -r line; do
    [[ "$line" =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    done="${BASH_REMATCH[1]}" total="${BASH_REMATCH[2]}"
    if [[ -t 1 ]]; then
      printf '\r  [%s/%s] ' "$done" "$total"
      ((done < total)) || printf '\n'
      continue
    fi
    tenth=$((10 * done / total))
    if ((tenth != last)); then printf '  [%s/%s]\n' "$done" "$total"; fi
    last=$tenth
  done
}

# stage NAME LOG COMMAND...: runs the command with what it prints in the log, whose end is shown when it fails.
stage() {
  local name="$1" log="$2" begin=$SECONDS
  shift 2
  mkdir -p "$(dirname "$log")"
  echo "$name (log: $log)"
  if ! "$@" 2>&1 | tee "$log" | ninja_counter; then
    tail -n 40 "$log" >&2
    echo "failed: $name, see $log" >&2
    return 1
  fi
  echo "  $((SECONDS - begin)) s"
}
