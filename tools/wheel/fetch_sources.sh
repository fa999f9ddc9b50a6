#!/usr/bin/env bash
# Downloads and unpacks the sources of the libraries that a wheel links (cmake/zig/dependencies), of the versions that Debian 12
# has, on whichever system: zlib, tinyxml2, benchmark and protobuf, each in the folder of that name. Does nothing when they are there.
#   tools/wheel/fetch_sources.sh FOLDER
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../debian_apt.sh"
mkdir -p "$1"
cd "$1"
readonly packages=(zlib tinyxml2 benchmark protobuf)
[[ -f stamp && "$(<stamp)" == "${packages[*]}" ]] && exit 0

rm -rf -- *
debian_apt "$PWD" bookworm deb-src
for package in "${packages[@]}"; do
  apt-get "${apt_options[@]}" source --download-only "$package" >/dev/null
  # The archive alone: none of Debian's patches concerns what is built here.
  mkdir "$package"
  tar --extract --file "$(ls "$package"_*.orig.tar.*[!c])" --directory "$package" --strip-components=1
done
rm -rf apt
printf '%s' "${packages[*]}" >stamp
