#!/usr/bin/env bash
# Packs the bring-up kit (docs/BRINGUP.md) into a folder and FOLDER.tar.xz of at most 48 MB. Installs and builds what it needs.
# Needs the network, which the kit does not. Options:
#   tools/bringup/pack.sh [--out FOLDER] [--wheel FILE] [--peers FOLDER] [--small]
#     --out FOLDER    build/bringup/litevk-bringup if not given; replaced when it exists
#     --wheel FILE    the libraries and programs of this wheel, which run with older C libraries too
#     --peers FOLDER  also pack the .whl files of this folder (ai-edge-litert, ncnn), to be measured beside litevk
#     --small         3 MB of cases and models, for tests and slow lines
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly most_bytes=48000000
usage() {
  sed -n '4,8s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

out=build/bringup/litevk-bringup wheel='' peers='' small=false
while [[ $# -gt 0 ]]; do
  case "$1" in
    --small) small=true ;;
    --out | --wheel | --peers)
      [[ $# -ge 2 ]] || usage
      declare "${1#--}=$2"
      shift
      ;;
    *) usage ;;
  esac
  shift
done
[[ -z "$wheel" || -f "$wheel" ]] || { echo "pack.sh: --wheel: no file $wheel" >&2; exit 2; }
[[ -z "$peers" || -d "$peers" ]] || { echo "pack.sh: --peers: no folder $peers" >&2; exit 2; }

source tools/bringup/environment.sh
rm -rf "$out"
mkdir -p "$out"
if [[ -n "$wheel" ]]; then
  python3 -m zipfile -e "$wheel" "$out"
  chmod +x "$out"/litevk/bin/litevk-*
  rm -rf "$out"/litevk-*.dist-info
else
  cmake --install build/release --component wheel --strip --prefix "$out" >/dev/null
  tools/bringup/bundle_libraries.sh "$out"
fi
# The kit's own data take the place of the package's.
rm -f "$out/litevk/bringup/data.tar.xz"
cp tools/bringup/bringup.sh tools/bringup/README.txt LICENSE "$out"
if [[ -n "$peers" ]]; then
  for package in "$peers"/*.whl; do python3 -m zipfile -e "$package" "$out/peers"; done
fi

readonly archive="$out.tar.xz"
if "$small"; then
  pack_data "$out/data.tar.xz" 1500000 8000 1200000
else
  left=$((most_bytes - $("$python" tests/bringup/archive.py "$out" "$archive")))
  if ((left < 4000000)); then
    echo "pack.sh: libraries and peers leave $left bytes for cases and models; pack fewer peers" >&2
    exit 1
  fi
  # Cases get more room than models, because they find more; all cases take about 20 MB.
  pack_data "$out/data.tar.xz" $((left * 60 / 100)) 2000000 $((left * 35 / 100))
fi
size="$("$python" tests/bringup/archive.py "$out" "$archive")"
echo "$archive: $size bytes"
if ((size > most_bytes)); then
  echo "pack.sh: that is more than $most_bytes bytes" >&2
  exit 1
fi
