# Compiles with zig from PyPI (pip install ziglang), whose clang targets a given glibc version on any machine. The result loads
# on every Linux from glibc 2.28 on, and includes libc++. This file is included by one file per architecture, which sets
# CMAKE_SYSTEM_PROCESSOR.
set(CMAKE_SYSTEM_NAME Linux)
set(LITEVK_GLIBC 2.28)

# Uses the python3 of the path, or the one that the variable names; that one must have the package.
set(litevk_zig_python python3)
if(DEFINED ENV{LITEVK_ZIG_PYTHON})
  set(litevk_zig_python "$ENV{LITEVK_ZIG_PYTHON}")
endif()
execute_process(COMMAND "${litevk_zig_python}" -c "import os, ziglang; print(os.path.dirname(ziglang.__file__))"
                OUTPUT_VARIABLE litevk_zig_folder OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(litevk_zig "${litevk_zig_folder}/zig")

# Wraps the compiler in a single word, as ccache and CMake want it. Targets the baseline of the architecture: a program for the
# building machine's instructions would die of SIGILL on older ones.
set(litevk_zig_bin "${CMAKE_BINARY_DIR}/zig-bin")
if(NOT EXISTS "${litevk_zig_bin}/c++")
  # Without -O, zig would add checks for undefined behaviour, whose runtime it only has for programs that it links.
  set(litevk_zig_target "${CMAKE_SYSTEM_PROCESSOR}-linux-gnu.${LITEVK_GLIBC} -mcpu=baseline -fno-sanitize=undefined")
  foreach(name IN ITEMS cc c++)
    file(CONFIGURE OUTPUT "${litevk_zig_bin}/${name}" @ONLY
         CONTENT "#!/bin/sh\nexec '@litevk_zig@' @name@ -target @litevk_zig_target@ \"$@\"\n")
  endforeach()
  file(CONFIGURE OUTPUT "${litevk_zig_bin}/ar" CONTENT "#!/bin/sh\nexec '@litevk_zig@' ar \"$@\"\n" @ONLY)
  file(CONFIGURE OUTPUT "${litevk_zig_bin}/ranlib" CONTENT "#!/bin/sh\nexec '@litevk_zig@' ranlib \"$@\"\n" @ONLY)
  file(CHMOD "${litevk_zig_bin}/cc" "${litevk_zig_bin}/c++" "${litevk_zig_bin}/ar" "${litevk_zig_bin}/ranlib"
       PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endif()
set(CMAKE_C_COMPILER "${litevk_zig_bin}/cc")
set(CMAKE_CXX_COMPILER "${litevk_zig_bin}/c++")
set(CMAKE_AR "${litevk_zig_bin}/ar")
set(CMAKE_RANLIB "${litevk_zig_bin}/ranlib")
# Omits debug information, which zig adds by default, and unused symbol names. A separate strip only knows files of its own
# machine.
set(CMAKE_CXX_FLAGS_INIT -g0)
set(CMAKE_EXE_LINKER_FLAGS_INIT -s)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -s)

# Packages that dependencies/CMakeLists.txt installed for this architecture. FlatBuffers is its compiler, which runs here, and
# headers.
set(CMAKE_PROJECT_INCLUDE "${CMAKE_CURRENT_LIST_DIR}/system_headers.cmake")
if(DEFINED ENV{LITEVK_ZIG_PREFIX})
  list(PREPEND CMAKE_PREFIX_PATH "$ENV{LITEVK_ZIG_PREFIX}")
  set(ZLIB_ROOT "$ENV{LITEVK_ZIG_PREFIX}")
  set(CMAKE_CXX_STANDARD_INCLUDE_DIRECTORIES "$ENV{LITEVK_ZIG_PREFIX}/include")
  file(GLOB FlatBuffers_DIR /usr/lib/*/cmake/flatbuffers)
endif()
