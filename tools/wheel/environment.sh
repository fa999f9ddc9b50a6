# Sourced by scripts that build for another Linux than this one, with `arch` set. Provides the compiler, the libraries to link
# and the variables by which cmake/zig finds them, all below build/.
readonly wheel="$PWD/build/wheel"
readonly build="$PWD/build/zig-$arch"
source tools/build/stage.sh
stage "Compiler and what builds wheels, from PyPI" "$wheel/venv.log" tools/test/make_venv.sh "$wheel/venv" ziglang==0.17.1 scikit-build-core==1.1.2 auditwheel==6.8.2 wheel==0.45.1 build==1.6.1
stage "Sources of libraries, from Debian" "$wheel/sources.log" tools/wheel/fetch_sources.sh "$wheel/sources"

# Zig caches the C and C++ libraries that it builds for a target here, inside the checkout.
export ZIG_GLOBAL_CACHE_DIR="${ZIG_GLOBAL_CACHE_DIR:-$wheel/zig-cache}"
export LITEVK_ZIG_PYTHON="$wheel/venv/bin/python" LITEVK_ZIG_PREFIX="$build-prefix"
export CMAKE_TOOLCHAIN_FILE="$PWD/cmake/zig/$arch.cmake" CMAKE_GENERATOR=Ninja

build_dependencies() {
  cmake -S cmake/zig/dependencies -B "$build-dependencies" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX="$LITEVK_ZIG_PREFIX" -DLITEVK_SOURCES="$wheel/sources" &&
    cmake --build "$build-dependencies" --target install
}
stage "C and C++ library of glibc 2.28 for $arch, once, and libraries" "$wheel/dependencies-$arch.log" build_dependencies
