# Sourced by scripts that take packages out of Debian's archive, on any Debian or Ubuntu. apt verifies the packages. The
# system's own apt configuration does not change.

# debian_apt FOLDER SUITE TYPE: reads the package lists of a release, with its security updates, into FOLDER/apt. Sets the
# array apt_options to the options of apt-get that select them. TYPE is deb or deb-src. No package counts as installed.
debian_apt() {
  local apt="$1/apt" suite="$2" type="$3" keys=/usr/share/keyrings
  mkdir -p "$apt"/{parts,lists/partial,cache/archives/partial}
  : >"$apt/status"
  if [[ "$suite" == bookworm && ! -e "$keys/debian-archive-$suite-automatic.gpg" ]]; then
    fetch_newer_keys "$apt/newer"
    keys="$apt/newer/root$keys"
  fi
  local archive=http://deb.debian.org signed="[signed-by=$keys/debian-archive-keyring.gpg]"
  printf '%s main\n' "$type $signed $archive/debian $suite" \
    "$type $signed $archive/debian-security $suite-security" >"$apt/parts/debian.list"
  apt_options=(-qq -o "Dir::Etc::SourceList=/dev/null" -o "Dir::Etc::SourceParts=$apt/parts" -o "Dir::State=$apt"
    -o "Dir::State::Lists=$apt/lists" -o "Dir::State::Status=$apt/status" -o "Dir::Cache=$apt/cache"
    -o "APT::Sandbox::User=$(id -un)")
  apt-get "${apt_options[@]}" update
}

# Ubuntu 22.04's package of Debian's keys is older than Debian 12. It knows Debian 11, whose own package has the newer ones.
fetch_newer_keys() {
  debian_apt "$1" bullseye deb
  (cd "$1" && apt-get "${apt_options[@]}" download debian-archive-keyring)
  dpkg-deb --extract "$1"/debian-archive-keyring_*.deb "$1/root"
}
