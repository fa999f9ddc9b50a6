# Sourced by scripts that take minutes. A line names each stage and its log, and ninja's counter shows the progress.

# Prints ninja's counter "[12/860]" from standard input: over itself on a terminal, elsewhere once for each tenth.
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

# stage NAME LOG COMMAND...: runs the command with its output in the log. If the command fails, prints the log's end.
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
