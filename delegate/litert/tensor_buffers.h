// LiteRT's tensor buffers: those of the accelerator's own type, which the host and the device have in turns,
// and their way to a kernel.
#pragma once

#include <memory>

#include "delegate/plugin/outer_buffers.h"
#include "runtime/litert/accelerator.h"
#include "runtime/litert/runtime_functions.h"

namespace litevk {

// Returns the functions by which LiteRT makes and uses buffers of type litert::kVulkanBuffer. The type's name
// says only that a device's memory is behind them: no VkBuffer is given away.
const litert::BufferHandlers& SharedBufferHandlers();

// Returns the buffers of models in this runtime.
std::shared_ptr<const OuterBuffers> MakeTensorBuffers(const litert::RuntimeFunctions& runtime);

}  // namespace litevk
