# What every target of the project is compiled with.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")

# x86-64's baseline has no fused multiplication and addition, and what is computed here is the same everywhere: compilers for
# arm64 would round once where the reference rounds twice.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  add_compile_options(-ffp-contract=off)
endif()

# What makes a mistake with memory harder to use: checks of the stack and of the C library's buffers, tables of functions
# that are bound at the start and read-only from then on, and programs that lie anywhere. tests/structure/hardening.py
# reads it from what was built.
include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)
add_compile_options(-fstack-protector-strong
                    "$<$<NOT:$<CONFIG:Debug>>:SHELL:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2>")
add_link_options(-Wl,-z,relro,-z,now)
# Libraries are found beside the program, wherever the build lies. An empty element would be the current folder.
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

if(LITEVK_SANITIZE)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "LITEVK_SANITIZE needs clang, which has libFuzzer")
  endif()
  # fuzzer-no-link: the fuzzers see the coverage of the libraries too.
  # Not the types of function pointers: a library and its caller that share C declare the same functions twice.
  add_compile_options(-fsanitize=address,undefined,fuzzer-no-link -fno-sanitize=function -fno-sanitize-recover=undefined
                      -fno-omit-frame-pointer)
  # The runtime is a library of its own, so that an interpreter that is not instrumented can preload it.
  add_link_options(-fsanitize=address,undefined -shared-libsan)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so
                  OUTPUT_VARIABLE LITEVK_ASAN_RUNTIME OUTPUT_STRIP_TRAILING_WHITESPACE)
  cmake_path(GET LITEVK_ASAN_RUNTIME PARENT_PATH litevk_asan_folder)
  list(APPEND CMAKE_BUILD_RPATH "${litevk_asan_folder}")
endif()

# A static library of the project's own from every .cc file of the folder and of those below it that are named:
#   litevk_add_library(litevk_ops families conv)
function(litevk_add_library name)
  set(patterns "${CMAKE_CURRENT_SOURCE_DIR}/*.cc")
  foreach(folder IN LISTS ARGN)
    list(APPEND patterns "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cc")
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  add_library(${name} STATIC ${sources})
  litevk_configure(${name})
endfunction()

function(litevk_configure target)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/generated")
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                           -Wno-sign-conversion -Wno-invalid-offsetof
                                           -Wno-missing-field-initializers -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 sees overlaps in std::string's operator+ that are not there (GCC bug 105651). clang-tidy reads
    # the same command line and does not know that warning.
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-unknown-warning-option)
  endif()
endfunction()

# Headers that most sources of a target include, read once: to read them took half the time that kernels_ref took to
# compile. In angle brackets, so that the precompiled header has no path of the checkout in it: ccache then has it, and
# all that is compiled with it, for other checkouts too.
function(litevk_precompile_headers target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  # Without it clang refuses a precompiled header out of ccache, as other checkouts have other times of files.
  target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endfunction()

# For a folder of programs and those below: what users wait for is done by the libraries, and it is command lines that
# take long to optimise (bench/ops/arguments.cc: 17 seconds, 10 with less).
macro(litevk_optimize_programs)
  add_compile_options("$<$<CONFIG:Release>:-O1>")
endmacro()
