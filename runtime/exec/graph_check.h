// Whether a gpu::Graph keeps its own promises and fits a device: lowering's mistakes become a Status
// that names the dispatch instead of undefined behaviour in a driver.
#pragma once

#include "runtime/base/status.h"
#include "runtime/graph/device_limits.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/vk/device.h"

namespace litevk {

Status CheckGraph(const gpu::Graph& graph, const gpu::DeviceLimits& limits);
// The same of one of its dispatches.
Status CheckDispatch(const gpu::Graph& graph, const gpu::Dispatch& dispatch, const gpu::DeviceLimits& limits);
// The same, and whether the device was opened for the capabilities of the graph's modules.
Status CheckGraph(const gpu::Graph& graph, const vk::Device& device);

}  // namespace litevk
