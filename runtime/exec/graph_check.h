// Checks that a gpu::Graph is consistent and fits a device. Errors of lowering then become a Status that
// names the dispatch, instead of undefined behaviour in a driver.
#pragma once

#include "runtime/base/status.h"
#include "runtime/graph/device_limits.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/vk/device.h"

namespace litevk {

Status CheckGraph(const gpu::Graph& graph, const gpu::DeviceLimits& limits);
// Checks one dispatch of a graph.
Status CheckDispatch(const gpu::Graph& graph, const gpu::Dispatch& dispatch, const gpu::DeviceLimits& limits);
// Checks the graph, and that the device was opened with the capabilities of its modules.
Status CheckGraph(const gpu::Graph& graph, const vk::Device& device);

}  // namespace litevk
