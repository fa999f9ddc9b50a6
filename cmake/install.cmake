# Rules of `cmake --install` for headers, both libraries, and the files by which they are found. These are the
# targets that find_package(litevk) defines. `litevk::runtime` is the interpreter, and litevk::headers what a
# library of custom operators needs. Programs that link the delegate rather than open it use litevk::delegate.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set_target_properties(litevk PROPERTIES EXPORT_NAME delegate)
target_include_directories(litevk INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
add_library(litevk::delegate ALIAS litevk)
target_include_directories(litevk INTERFACE "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/delegate/include>")
# Operators for the GPU need the headers of both folders.
target_include_directories(litevk_headers INTERFACE "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/delegate/include>")
if(LITEVK_ONE_LIBRARY)
  return()  # a wheel has its own rules: python/CMakeLists.txt
endif()
install(TARGETS litevk litevk_runtime litevk_headers EXPORT litevk)
# A folder of its own, so that programs find it only where they name the folder to LiteRT.
install(TARGETS litevk_litert_accelerator LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/litevk")
install(FILES delegate/include/litevk/litevk_delegate.h delegate/include/litevk/litevk_gpu_op.h
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/litevk")
install(DIRECTORY runtime/include/litevk DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")

set(litevk_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/litevk")
install(EXPORT litevk NAMESPACE litevk:: FILE litevk-config.cmake DESTINATION "${litevk_package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/litevk-config-version.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/litevk-config-version.cmake" DESTINATION "${litevk_package_dir}")

file(RELATIVE_PATH litevk_prefix_from_pc "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(cmake/litevk.pc.in litevk.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/litevk.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
