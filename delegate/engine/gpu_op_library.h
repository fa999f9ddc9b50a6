// Sources of users' operators: the process, which calls LitevkAddGpuOp, and the library that the option
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

// Returns the operators of the process, then those of the library at `path`, which may be empty. Diagnostics
// about the library, or about one of its operators, are appended to `problems`; the other operators are
// returned all the same.
CustomOps CollectGpuOps(const std::string& path, std::vector<std::string>& problems);

// Refuses operators whose modules the device cannot run, for the capabilities that they need or for its
// limits. Returns a diagnostic for each.
std::vector<std::string> RefuseUnfit(CustomOps& ops, const vk::Device& device);

}  // namespace litevk
