# Finds only vulkan/vulkan.h: the loader is opened at run time, so no library is linked.
find_path(VulkanHeaders_INCLUDE_DIR vulkan/vulkan.h)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(VulkanHeaders REQUIRED_VARS VulkanHeaders_INCLUDE_DIR)
if(VulkanHeaders_FOUND AND NOT TARGET VulkanHeaders::VulkanHeaders)
  add_library(VulkanHeaders::VulkanHeaders INTERFACE IMPORTED)
  target_include_directories(VulkanHeaders::VulkanHeaders SYSTEM INTERFACE "${VulkanHeaders_INCLUDE_DIR}")
endif()
