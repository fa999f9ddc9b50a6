// The sentences of the option verify.
#pragma once

#include <string>

#include "delegate/engine/trace.h"
#include "delegate/verify/departure.h"
#include "runtime/vk/device.h"

namespace litevk {

// Returns the node with the others of its dispatch, the tensor, the element and its bound. The shaders with
// their features, the device and its driver follow.
std::string TextOf(const ir::Graph& graph, const Departure& departure, const Trace& trace,
                   const vk::Device& device);

}  // namespace litevk
