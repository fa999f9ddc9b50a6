#!/usr/bin/env bash
# Installs the packages of Debian or Ubuntu that a build needs. Does nothing when all of them are installed.
#
#   tools/install_dependencies.sh [--with-tests | --with-arm64]
#     --with-tests   also the packages for the tests
#     --with-arm64   also an emulator for programs of arm64
set -euo pipefail

packages=(
  g++ cmake ninja-build ccache git ca-certificates
  python3 python3-venv
  glslang-tools spirv-tools libvulkan-dev
  libeigen3-dev libhwy-dev nlohmann-json3-dev libcli11-dev libtinyxml2-dev libgtest-dev libgmock-dev libbenchmark-dev
  flatbuffers-compiler libflatbuffers-dev zlib1g-dev protobuf-compiler libprotobuf-dev
  libvulkan1 mesa-vulkan-drivers # needed to run: the loader and drivers, the CPU driver among them
)
if [[ "${1-}" == --with-tests ]]; then
  packages+=(pkg-config file dpkg-dev vulkan-validationlayers clang debian-archive-keyring fontconfig-config fonts-dejavu-core)
  # Ubuntu 22.04's clang brings its runtimes itself.
  if ! grep -q "^VERSION_CODENAME=jammy" /etc/os-release; then packages+=(libclang-rt-dev); fi
elif [[ "${1-}" == --with-arm64 ]]; then
  packages+=(qemu-user-static libc6-arm64-cross)
elif [[ $# -gt 0 ]]; then
  echo "usage: $0 [--with-tests | --with-arm64]" >&2
  exit 2
fi

if ! command -v dpkg-query apt-get >/dev/null; then
  echo "install_dependencies: neither Debian nor Ubuntu; the build needs the equivalents of: ${packages[*]}" >&2
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  state="$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)"
  [[ "$state" == installed ]] || missing+=("$package")
done
if [[ ${#missing[@]} -eq 0 ]]; then
  exit 0
fi

as_root=()
if [[ "$(id -u)" -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "install_dependencies: run as root, or install by hand: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "Installing: ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null >/dev/null
