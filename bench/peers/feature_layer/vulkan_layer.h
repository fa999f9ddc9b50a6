// Parts that every Vulkan layer needs to call what lies below it. The interface with the loader:
// LoaderLayerInterface.md in Khronos' Vulkan-Loader.
#pragma once

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include <mutex>
#include <unordered_map>

namespace litevk::layer {

// Functions below this layer, for each instance or device. A physical device shares its instance's key.
template <typename Below>
class BelowOf {
 public:
  template <typename Handle>
  void Put(Handle handle, Below below) {
    const std::scoped_lock lock(mutex_);
    below_[Key(handle)] = below;
  }
  template <typename Handle>
  Below Get(Handle handle) {
    const std::scoped_lock lock(mutex_);
    return below_.at(Key(handle));
  }

 private:
  // The loader's dispatch table, to which every dispatchable handle points first.
  template <typename Handle>
  static void* Key(Handle handle) {
    return *reinterpret_cast<void**>(handle);
  }

  std::mutex mutex_;
  std::unordered_map<void*, Below> below_;
};

// The loader's link in the chain of `info`, which names what lies below this layer.
template <typename LinkInfo>
LinkInfo* FindLink(const void* chain, VkStructureType type) {
  for (auto* next = static_cast<const VkBaseInStructure*>(chain); next != nullptr; next = next->pNext) {
    if (next->sType != type) continue;
    auto* link = reinterpret_cast<LinkInfo*>(const_cast<VkBaseInStructure*>(next));
    if (link->function == VK_LAYER_LINK_INFO) return link;
  }
  return nullptr;
}

}  // namespace litevk::layer
