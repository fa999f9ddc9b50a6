// Whether a gpu::Graph keeps its own promises and fits a device: lowering's mistakes become a Status
// that names the dispatch instead of undefined behaviour in a driver.
#pragma once

#include "runtime/base/status.h"
#include "runtime/graph/device_limits.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/vk/device.h"

namespace litevk {

Status CheckGraph(const gpu::Graph& graph, const gpu::DeviceLimits& limits);
// Checks one dispatch of a graph.
Status CheckDispatch(const gpu::Graph& graph, const gpu::Dispatch& dispatch, const gpu::DeviceLimits& limits);
// Checks the graph, and whether the device was opened for the capabilities of its modules.
Status CheckGraph(const gpu::Graph& graph, const vk::Device& device);

}  // namespace litevk
