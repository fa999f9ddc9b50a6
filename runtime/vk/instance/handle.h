// Ownership of a Vulkan object that belongs to a device.
#pragma once

#include <vulkan/vulkan.h>

#include <utility>

#include "runtime/vk/instance/lifetime.h"

namespace litevk::vk {

// A move-only owner. Destroys the object with the function of its type, unless it has to be left alone
// (MayDestroy). The device must outlive it.
template <typename Handle>
class Unique {
 public:
  using Destroy = void(VKAPI_PTR*)(VkDevice, Handle, const VkAllocationCallbacks*);

  Unique() = default;
  Unique(VkDevice device, Handle handle, Destroy destroy)
      : device_(device), handle_(handle), destroy_(destroy) {}
  Unique(Unique&& other) noexcept
      : device_(other.device_),
        handle_(std::exchange(other.handle_, Handle{VK_NULL_HANDLE})),
        destroy_(other.destroy_) {}
  Unique& operator=(Unique&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(handle_, other.handle_);
    std::swap(destroy_, other.destroy_);
    return *this;
  }
  Unique(const Unique&) = delete;
  Unique& operator=(const Unique&) = delete;
  ~Unique() {
    if (handle_ != VK_NULL_HANDLE && MayDestroy(device_)) destroy_(device_, handle_, nullptr);
  }

  Handle get() const { return handle_; }
  explicit operator bool() const { return handle_ != VK_NULL_HANDLE; }

 private:
  VkDevice device_ = VK_NULL_HANDLE;
  Handle handle_ = VK_NULL_HANDLE;
  Destroy destroy_ = nullptr;
};

}  // namespace litevk::vk
