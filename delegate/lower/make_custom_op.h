// Makes an operator from the description that a user brings.
#pragma once

#include <memory>

#include "delegate/lower/custom_op.h"
#include "runtime/base/status.h"

namespace litevk {

// Copies the description. Fails with a diagnostic that names the operator if the description or its module is
// not as litevk_gpu_op.h wants it.
Result<std::shared_ptr<const CustomOp>> MakeCustomOp(const LitevkGpuOp& described);

}  // namespace litevk
