#!/usr/bin/env bash
# Unpacks Debian's chromium, with the libraries that it needs, into a folder: a browser for the tests, and its Vulkan driver
# SwiftShader. Nothing is installed. Takes Debian's package on Ubuntu too, which has chromium only as a snap. Does nothing when
# the browser is there.
#
#   tools/test/fetch_chromium.sh FOLDER
#     FOLDER/chromium                 starts the browser
#     FOLDER/root/usr/lib/chromium    the browser's files
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../debian_apt.sh"
# Takes this release of Debian, or on other systems a release that runs on older systems too.
suite="$(. /etc/os-release && [[ "$ID" == debian ]] && echo "$VERSION_CODENAME" || echo bookworm)"
mkdir -p "$1"
cd "$1"
[[ -f stamp && "$(<stamp)" == "$suite" ]] && exit 0

echo "Browser: chromium, out of Debian's archive ($suite)"
rm -rf -- * && mkdir -p debs root
debian_apt "$PWD" "$suite" deb
# The system's own C and C++ libraries are used, because its programs and drivers load them too. Mesa's OpenGL drivers with
# their libraries are a third of the rest, and nothing here uses them.
left_out="c6|gcc-s1|stdc\+\+6|crypt1|gl1-mesa-dri|llvm.*|z3-.*|perl.*"
# Debian 12's cups2 and expat1 need a newer glibc than chromium itself does, and Ubuntu 22.04 has its own.
own=()
if dpkg --compare-versions "$(getconf GNU_LIBC_VERSION | cut -d " " -f 2)" lt 2.36; then
  own=(libcups2 libexpat1)
  left_out+="|cups2|expat1"
fi
mapfile -t packages < <(
  apt-get "${apt_options[@]}" --no-install-recommends --simulate install chromium | sed -n 's/^Inst \([^ ]*\) .*/\1/p' |
    grep -E '^(chromium|lib)' | grep -Ev "^lib($left_out)$"
)
cd debs
apt-get "${apt_options[@]}" download "${packages[@]}"
if [[ ${#own[@]} -gt 0 ]]; then apt-get -qq -o "APT::Sandbox::User=$(id -un)" download "${own[@]}"; fi
cd ..
for package in debs/*.deb; do dpkg-deb --extract "$package" root; done
rm -rf debs apt

libraries="$(printf '%s:' "$PWD"/root/{lib,usr/lib}/*-linux-gnu "$PWD"/root/usr/lib/*-linux-gnu/pulseaudio)"
cat >chromium <<SCRIPT
#!/bin/sh
export LD_LIBRARY_PATH="${libraries%:}"
exec "$PWD/root/usr/lib/chromium/chromium" "\$@"
SCRIPT
chmod +x chromium
missing="$(LD_LIBRARY_PATH="${libraries%:}" ldd root/usr/lib/chromium/chromium 2>&1 | grep "not found" || true)"
if [[ -n "$missing" ]]; then
  echo "fetch_chromium: $missing" >&2
  exit 1
fi
printf '%s' "$suite" >stamp
