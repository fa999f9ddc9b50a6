// The descriptor sets of a gpu::Graph's dispatches.
#pragma once

#include <vulkan/vulkan.h>

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/vk/device.h"
#include "runtime/vk/instance/handle.h"

namespace litevk {

// Move-only; the device must outlive it.
class DescriptorSets {
 public:
  using RangeOf = std::function<VkDescriptorBufferInfo(gpu::TensorId)>;

  // Creates one set for each dispatch, in the order of `pipelines`.
  static Result<DescriptorSets> Create(const vk::Device& device, const gpu::Graph& graph,
                                       std::span<const std::shared_ptr<const vk::Pipeline>> pipelines);

  DescriptorSets() = default;

  // Points every binding at its tensor's memory. Commands recorded with the sets must not run any more.
  Status Write(const vk::Device& device, const gpu::Graph& graph, const RangeOf& range_of);

  const VkDescriptorSet& of(size_t dispatch) const { return sets_[dispatch]; }

 private:
  Result<VkBufferView> View(const vk::Device& device, gpu::BindingKind kind,
                            const VkDescriptorBufferInfo& range);

  // Keyed by a range of a buffer and its binding kind.
  std::map<std::tuple<VkBuffer, VkDeviceSize, VkDeviceSize, gpu::BindingKind>, vk::Unique<VkBufferView>>
      views_;
  vk::Unique<VkDescriptorPool> pool_;
  std::vector<VkDescriptorSet> sets_;  // indexed by dispatch
};

}  // namespace litevk
