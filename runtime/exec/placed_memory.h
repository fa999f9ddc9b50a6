// The memory of the tensors of an executable's graph, on the device and for the host.
#pragma once

#include <vulkan/vulkan.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/exec/constants.h"
#include "runtime/exec/io_binding.h"
#include "runtime/exec/run_memory.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/graph/memory_plan.h"
#include "runtime/vk/device.h"

namespace litevk {

class PlacedMemory {
 public:
  // Device and graph must outlive this object, and the graph must not move.
  PlacedMemory(const vk::Device& device, const gpu::Graph& graph) : device_(device), graph_(graph) {}

  // Plans the placements of all tensors. Called before any other function.
  void Plan();
  const gpu::MemoryPlan& plan() const { return plan_; }

  // Allocates memory, or uses `shared` if that is not null. Writes the constants, which `store` shares if it
  // is not null (UploadConstants).
  Status Allocate(std::shared_ptr<RunMemory> shared, ConstantStore* store, bool use_staging,
                  std::chrono::milliseconds wait_limit);
  // True if inputs and outputs are copied between host and device.
  bool has_staging() const { return has_staging_; }
  // True if host bytes can be bound.
  bool takes_host_bytes() const { return takes_host_bytes_; }
  const UploadedConstants& constants() const { return constants_; }

  // Implement Executable::Bind and Executable::BindableBytes.
  Result<bool> Bind(gpu::TensorId tensor, const IoBinding& binding);
  uint64_t BindableBytes(gpu::TensorId tensor) const;
  // Returns a higher number after each move of a tensor or of shared memory.
  uint64_t Moves() const { return bindings_.moves() + memory_->moves(); }

  // Returns the range that a dispatch binds for a tensor.
  VkDescriptorBufferInfo Range(gpu::TensorId tensor) const;
  // Returns the host's bytes of an input or output.
  std::span<std::byte> Io(gpu::TensorId tensor) const;

  const BlockBuffers& host_io() const { return memory_->host_io.buffers(); }
  const BlockBuffers& device_io() const { return memory_->device_io.buffers(); }
  // Returns one copy for each input (or output) in these two memories, at the same offset in both.
  std::vector<gpu::ByteRange> IoCopies(bool gpu::Tensor::*role) const;
  // FlushInputs makes the host's writes visible to the device before a run. InvalidateOutputs makes the
  // device's writes visible to the host after it.
  Status FlushInputs() const { return host_io().Flush(inputs_); }
  Status InvalidateOutputs() const { return host_io().Invalidate(outputs_); }

 private:
  const vk::Device& device_;
  const gpu::Graph& graph_;
  gpu::MemoryPlan plan_;
  gpu::ByteRange inputs_;  // range in the memory of inputs and outputs
  gpu::ByteRange outputs_;
  UploadedConstants constants_;
  std::shared_ptr<RunMemory> memory_;
  bool has_staging_ = false;
  bool takes_host_bytes_ = false;
  IoBindings bindings_;
};

}  // namespace litevk
