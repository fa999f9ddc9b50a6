# Defines tinyxml2::tinyxml2, like tinyxml2's own CMake package, which some systems (Ubuntu 22.04) do not ship.
find_path(tinyxml2_INCLUDE_DIR tinyxml2.h)
find_library(tinyxml2_LIBRARY tinyxml2)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(tinyxml2 REQUIRED_VARS tinyxml2_LIBRARY tinyxml2_INCLUDE_DIR)
if(tinyxml2_FOUND AND NOT TARGET tinyxml2::tinyxml2)
  add_library(tinyxml2::tinyxml2 UNKNOWN IMPORTED)
  set_target_properties(tinyxml2::tinyxml2 PROPERTIES IMPORTED_LOCATION "${tinyxml2_LIBRARY}"
                                                      INTERFACE_INCLUDE_DIRECTORIES "${tinyxml2_INCLUDE_DIR}")
endif()
