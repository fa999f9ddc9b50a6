#!/usr/bin/env bash
# Builds the wheel of an architecture, for every Linux from glibc 2.28 on, into dist/, and tests it (tests/wheel). Needs the
# packages of tools/install_dependencies.sh --with-tests; the compiler and the build tools come from PyPI.
#   tools/wheel/build.sh [x86_64 | aarch64]   this machine's if not given
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
arch="${1:-$(uname -m)}"
case "$arch" in
  x86_64 | aarch64) ;;
  *)
    echo "usage: $0 [x86_64 | aarch64]" >&2
    exit 2
    ;;
esac
source tools/wheel/environment.sh

# Cases and models for `python -m litevk bringup`, on whichever architecture.
(
  unset CMAKE_TOOLCHAIN_FILE # the wheel's compiler: what packs the data runs on this machine
  source tools/bringup/environment.sh
  pack_data "$wheel/bringup_data.tar.xz" 1300000 8000 1000000
)

# auditwheel names the manylinux tag of the wheel. There is nothing to repair, since the wheel holds all its libraries.
export _PYTHON_HOST_PLATFORM="linux-$arch"
rm -rf "$wheel/$arch" dist/litevk-*"$arch".whl
mkdir -p "$wheel/$arch" dist
stage "Wheel for $arch" "$wheel/$arch/build.log" "$wheel/venv/bin/python" -m build --wheel --no-isolation \
  --outdir "$wheel/$arch" -Cbuild-dir="$build" -Cinstall.strip=false \
  -Ccmake.define.LITEVK_BRINGUP_DATA="$wheel/bringup_data.tar.xz" -Ccmake.define.LITEVK_ONE_LIBRARY=ON .
"$wheel/venv/bin/auditwheel" show "$wheel/$arch"/litevk-*.whl >"$wheel/$arch/audit.txt"
grep -E "manylinux_2_(1[0-9]|2[0-8])_$arch" "$wheel/$arch/audit.txt" || {
  cat "$wheel/$arch/audit.txt" >&2
  exit 1
}
"$wheel/venv/bin/python" -m wheel tags --remove --platform-tag "manylinux_2_28_$arch" "$wheel/$arch"/litevk-*.whl
mv "$wheel/$arch"/litevk-*.whl dist
stage "What the wheel promises" "$wheel/$arch/tests.log" "$wheel/venv/bin/python" -m unittest discover --quiet -s tests/wheel
ls -l dist/litevk-*"$arch".whl
