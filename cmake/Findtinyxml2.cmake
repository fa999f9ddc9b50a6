# tinyxml2::tinyxml2, which tinyxml2's own CMake package has too, but not every system brings that: Ubuntu 22.04 does not.
find_path(tinyxml2_INCLUDE_DIR tinyxml2.h)
find_library(tinyxml2_LIBRARY tinyxml2)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(tinyxml2 REQUIRED_VARS tinyxml2_LIBRARY tinyxml2_INCLUDE_DIR)
if(tinyxml2_FOUND AND NOT TARGET tinyxml2::tinyxml2)
  add_library(tinyxml2::tinyxml2 UNKNOWN IMPORTED)
  set_target_properties(tinyxml2::tinyxml2 PROPERTIES IMPORTED_LOCATION "${tinyxml2_LIBRARY}"
                                                      INTERFACE_INCLUDE_DIRECTORIES "${tinyxml2_INCLUDE_DIR}")
endif()
