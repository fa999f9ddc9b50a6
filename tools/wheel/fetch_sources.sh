#!/usr/bin/env bash
# Downloads and unpacks the sources of the libraries that a wheel links (cmake/zig/dependencies), in the versions of Debian 12,
# on any system. Each of zlib, tinyxml2, benchmark and protobuf gets a folder of that name. Does nothing when they are there.
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
  # Unpacks the original archive without Debian's patches, none of which concerns the parts built here.
  mkdir "$package"
  tar --extract --file "$(ls "$package"_*.orig.tar.*[!c])" --directory "$package" --strip-components=1
done
rm -rf apt
printf '%s' "${packages[*]}" >stamp
