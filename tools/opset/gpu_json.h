// The signatures of each operator on the GPU (delegate/kernel/op_spec.h), as part of its record in
// opset.json.
#pragma once

#include <nlohmann/json.hpp>

#include "runtime/opset/op_info.h"

namespace litevk::tools {

// Returns the list of the operator's signatures on the GPU; it is empty for operators that stay on the CPU.
nlohmann::ordered_json GpuOf(const OpInfo& info);

}  // namespace litevk::tools
