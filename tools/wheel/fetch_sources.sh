#!/usr/bin/env bash
# Downloads and unpacks the sources of the libraries that a wheel links (cmake/zig/dependencies), of the versions that this
# Debian has, as apt verifies them: zlib, tinyxml2 and benchmark, each in the folder of that name. Does nothing when they are
# there. The system's own apt is left as it is.
#   tools/wheel/fetch_sources.sh FOLDER
set -euo pipefail
mkdir -p "$1"
cd "$1"
readonly packages=(zlib tinyxml2 benchmark)
[[ -f stamp && "$(<stamp)" == "${packages[*]}" ]] && exit 0

rm -rf -- * && mkdir -p apt/lists/partial apt/cache/archives/partial apt/parts
suite="$(. /etc/os-release && echo "$VERSION_CODENAME")"
cat >apt/parts/source.sources <<SOURCES
Types: deb-src
URIs: http://deb.debian.org/debian
Suites: $suite
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
SOURCES
options=(-qq -o "Dir::Etc::SourceList=/dev/null" -o "Dir::Etc::SourceParts=$PWD/apt/parts" -o "Dir::State::Lists=$PWD/apt/lists"
  -o "Dir::Cache=$PWD/apt/cache" -o "APT::Sandbox::User=$(id -un)")
apt-get "${options[@]}" update
for package in "${packages[@]}"; do
  apt-get "${options[@]}" source --download-only "$package" >/dev/null
  # The archive alone: none of Debian's patches concerns what is built here.
  mkdir "$package"
  tar --extract --file "$(ls "$package"_*.orig.tar.*[!c])" --directory "$package" --strip-components=1
done
rm -rf apt
printf '%s' "${packages[*]}" >stamp
