// Uploads the constants of a graph to device memory, once.
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
  std::map<gpu::TensorId, BufferSlice> slices;  // keyed by root tensor
  uint64_t shared_bytes = 0;                    // bytes that another executable had uploaded
  // Bytes of constants that are graph outputs too, by root tensor. They never change, so the host reads them
  // from here.
  std::map<gpu::TensorId, std::vector<std::byte>> host_copies;
  uint64_t staging_bytes = 0;  // size of the staging buffer, if one was used
};

// Uploads constants to as many buffers as the device's limits require. Writes to mapped memory directly if
// the device shares it. Otherwise uses a staging buffer no larger than the largest constant (or 8 MiB).
// Returns when the device has the constants. `wait_limit` applies to each submission (vk::Device::Wait).
//
// Constants in `store` are reused and not written; new ones are added to it. Null: nothing is shared.
Result<UploadedConstants> UploadConstants(const vk::Device& device, const gpu::Graph& graph,
                                          const gpu::MemoryPlan& plan, ConstantStore* store, bool use_staging,
                                          std::chrono::milliseconds wait_limit);

}  // namespace litevk
