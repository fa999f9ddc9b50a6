// Writing the constants of a graph into device memory, once.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/exec/constant_store.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/graph/memory_plan.h"
#include "runtime/vk/device.h"

namespace litevk {

struct UploadedConstants {
  std::map<gpu::TensorId, BufferPlace> places;  // by root tensor
  uint64_t shared_bytes = 0;                    // of those that another executable had uploaded
  // Bytes of constants that are graph outputs as well, by root tensor: they never change, so the
  // host reads them from here.
  std::map<gpu::TensorId, std::vector<std::byte>> host_copies;
  uint64_t staging_bytes = 0;  // of the buffer through which they went, if any
};

// Into as many buffers as the device's limits make of them. Straight into mapped memory where the device
// shares it, else through a staging buffer that is no larger than the largest constant (or 8 MiB). Returns
// when the device has them; `wait_limit` is for each of the submissions that it waits for (vk::Device::Wait).
// What `store` has is used and not written; what it has not it has then. Null: nothing is shared.
Result<UploadedConstants> UploadConstants(const vk::Device& device, const gpu::Graph& graph,
                                          const gpu::MemoryPlan& plan, ConstantStore* store, bool use_staging,
                                          std::chrono::milliseconds wait_limit);

}  // namespace litevk
