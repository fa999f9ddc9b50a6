# Running `cpack` in the build folder writes litevk_<version>_<architecture>.deb, for the release of Debian or Ubuntu that built
# it. The package has the libraries, the headers, and the programs that need no other files. It depends on the libraries that
# these need (dpkg-shlibdeps), and on the Vulkan loader, which is opened at run time. Users choose a driver themselves.
install(TARGETS litevk-run litevk-bench litevk-devices litevk-versions RUNTIME DESTINATION bin COMPONENT programs EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME litevk)
set(CPACK_PACKAGE_CONTACT "the authors of litevk")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "TensorFlow Lite (LiteRT) models on any GPU with a Vulkan driver")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};litevk;Unspecified;/" "${PROJECT_BINARY_DIR};litevk;programs;/")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_DEPENDS libvulkan1)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "mesa-vulkan-drivers | vulkan-icd")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}")
include(CPack)
