# Read after project(): packages that are headers alone say that theirs are in /usr/include, where the building system's
# glibc has its own. The compiler finds them by the links of dependencies/CMakeLists.txt instead.
list(APPEND CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES /usr/include)
