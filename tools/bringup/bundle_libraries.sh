#!/usr/bin/env bash
# Copies into a kit the libraries of other packages that its programs need and that another machine may lack. The C and C++
# libraries and those of the GPU's driver are the machine's own.
#   tools/bringup/bundle_libraries.sh KIT
set -euo pipefail
cd "$1/litevk"
for library in $(ldd bin/litevk-* | sed -n 's/.* => \(\/[^ ]*\/lib\(tinyxml2\|benchmark\)\.so[^ ]*\) .*/\1/p' | sort -u); do
  cp --dereference "$library" lib/
done
