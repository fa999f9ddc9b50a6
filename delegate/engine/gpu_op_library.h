// Where users' operators come from: the process, which calls LitevkAddGpuOp, and the library that the option
// gpu_op_library names.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "delegate/include/litevk/litevk_gpu_op.h"
#include "delegate/lower/custom_ops.h"
#include "runtime/base/status.h"
#include "runtime/vk/device.h"

namespace litevk {

// Adds an operator for all delegates that are made later. Safe from any thread.
Status AddProcessGpuOp(const LitevkGpuOp& described);

// Returns the operators of the process, then those of the library at `path`, which may be empty. What is
// wrong with the library, or with one of its operators, is appended to `problems` in sentences; the others
// are there all the same.
CustomOps CollectGpuOps(const std::string& path, std::vector<std::string>& problems);

// Refuses those whose modules the device cannot run, for the capabilities that they need or for its limits.
// Returns a sentence for each.
std::vector<std::string> RefuseUnfit(CustomOps& ops, const vk::Device& device);

}  // namespace litevk
