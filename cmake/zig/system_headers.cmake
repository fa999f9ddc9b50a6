# Read after project(). Header-only packages declare /usr/include, which also contains the headers of the building
# system's glibc. The compiler finds the packages by the links of dependencies/CMakeLists.txt instead.
list(APPEND CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES /usr/include)
