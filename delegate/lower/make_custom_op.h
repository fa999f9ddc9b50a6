// From the description of an operator that a user brings to the operator.
#pragma once

#include <memory>

#include "delegate/lower/custom_op.h"
#include "runtime/base/status.h"

namespace litevk {

// Copies the description. Fails with a sentence that names the operator where the description or its module
// is not as litevk_gpu_op.h wants it.
Result<std::shared_ptr<const CustomOp>> MakeCustomOp(const LitevkGpuOp& described);

}  // namespace litevk
