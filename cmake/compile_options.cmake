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

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

if(LITEVK_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  # Instrumented code hides initialisations from GCC's flow analysis: std::regex warns in every user.
  set(LITEVK_SANITIZE_WARNINGS -Wno-maybe-uninitialized)
endif()
if(LITEVK_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link) # the fuzzers see the coverage of the libraries too
endif()

# A static library of the project's own from every .cc file of the folder:
#   litevk_add_library(litevk_ir)
function(litevk_add_library name)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cc")
  add_library(${name} STATIC ${sources})
  litevk_configure(${name})
endfunction()

function(litevk_configure target)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/generated")
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                           -Wno-sign-conversion -Wno-invalid-offsetof
                                           -Wno-missing-field-initializers -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE ${LITEVK_SANITIZE_WARNINGS})
    # GCC 12 sees overlaps in std::string's operator+ that are not there (GCC bug 105651). clang-tidy reads
    # the same command line and does not know that warning.
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-unknown-warning-option)
  endif()
endfunction()
