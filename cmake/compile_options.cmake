# Compile options of every target of the project.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")

# Disables fused multiply-add on arm64, so that results are the same everywhere. The baseline of x86-64 has none, and compilers
# for arm64 would round once where the reference rounds twice.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  add_compile_options(-ffp-contract=off)
endif()

# Hardening against memory errors: stack protection, checks of the C library's buffers, and position-independent programs.
# Function tables are bound at start and read-only afterwards. The test tests/structure/hardening.py checks the built files.
include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)
add_compile_options(-fstack-protector-strong
                    "$<$<NOT:$<CONFIG:Debug>>:SHELL:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2>")
add_link_options(-Wl,-z,relro,-z,now)
# Libraries are found relative to the program, wherever the build lies. An empty element would mean the current folder.
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

if(LITEVK_SANITIZE)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "LITEVK_SANITIZE needs clang, which has libFuzzer")
  endif()
  # Enables fuzzer-no-link, so that fuzzers see the coverage of the libraries too.
  # Excludes checks of function pointer types: a library and its caller that share a C interface declare functions twice.
  add_compile_options(-fsanitize=address,undefined,fuzzer-no-link -fno-sanitize=function -fno-sanitize-recover=undefined
                      -fno-omit-frame-pointer)
  # Uses the shared runtime, so that an interpreter that is not instrumented can preload it.
  add_link_options(-fsanitize=address,undefined -shared-libsan)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so
                  OUTPUT_VARIABLE LITEVK_ASAN_RUNTIME OUTPUT_STRIP_TRAILING_WHITESPACE)
  cmake_path(GET LITEVK_ASAN_RUNTIME PARENT_PATH litevk_asan_folder)
  list(APPEND CMAKE_BUILD_RPATH "${litevk_asan_folder}")
endif()

# Adds a static library from every .cc file of the folder and of the named folders below it:
#   litevk_add_library(litevk_ops common conv)
function(litevk_add_library name)
  set(patterns "${CMAKE_CURRENT_SOURCE_DIR}/*.cc")
  foreach(folder IN LISTS ARGN)
    list(APPEND patterns "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cc")
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  add_library(${name} STATIC ${sources})
  litevk_configure(${name})
endfunction()

# Adds a Vulkan layer, litevk_<name>, from <name>.cc and <name>.json.in. It is in a build folder of its name, since the loader
# searches folders for layers.
function(litevk_add_vulkan_layer name)
  set(folder "${PROJECT_BINARY_DIR}/${name}")
  add_library(litevk_${name} MODULE ${name}.cc)
  litevk_configure(litevk_${name})
  target_link_libraries(litevk_${name} PRIVATE VulkanHeaders::VulkanHeaders)
  set_target_properties(litevk_${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${folder}")
  file(GENERATE OUTPUT "${folder}/${name}.json" INPUT ${name}.json.in)
endfunction()

function(litevk_configure target)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/generated")
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                           -Wno-sign-conversion -Wno-invalid-offsetof
                                           -Wno-missing-field-initializers -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 wrongly reports overlaps in std::string's operator+ (GCC bug 105651). The second option is for clang-tidy, which
    # reads the same command line and does not know that warning.
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-unknown-warning-option)
  endif()
endfunction()

# Precompiles headers that most sources of a target include: reading them took half of the compile time of kernels_ref. Angle
# brackets keep the path of the checkout out of the precompiled header. Then ccache can share it, and everything compiled with
# it, between checkouts.
function(litevk_precompile_headers target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  # Without this, clang refuses a precompiled header from ccache, since file times differ between checkouts.
  target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endfunction()

# Optimizes the programs of a folder and those below less. Users wait for the libraries, and command lines take long to optimise
# (bench/ops/arguments.cc: 17 seconds, 10 with -O1).
macro(litevk_optimize_programs)
  add_compile_options("$<$<CONFIG:Release>:-O1>")
endmacro()
