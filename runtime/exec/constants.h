// Writing the constants of a graph into device memory, once.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/graph/memory_plan.h"
#include "runtime/vk/buffer.h"
#include "runtime/vk/device.h"

namespace litevk {

struct UploadedConstants {
  vk::Buffer buffer;  // empty when the graph uses no constant
  // Bytes of constants that are graph outputs as well, by root tensor: they never change, so the
  // host reads them from here.
  std::map<gpu::TensorId, std::vector<std::byte>> host_copies;
  uint64_t staging_bytes = 0;  // of the buffer through which they went, if any
};

// Straight into mapped memory where the device shares it, else through a staging buffer that is no
// larger than the largest constant (or 8 MiB). Returns when the device has them; `wait_limit` is for each of
// the submissions that it waits for (vk::Device::Wait).
Result<UploadedConstants> UploadConstants(const vk::Device& device, const gpu::Graph& graph,
                                          const gpu::MemoryPlan& plan, bool use_staging,
                                          std::chrono::milliseconds wait_limit);

}  // namespace litevk
