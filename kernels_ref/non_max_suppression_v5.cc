#include <string>

#include "kernels_ref/common/non_max_suppression.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/common/non_max_suppression.h"

namespace litevk::ref {

static Status NonMaxSuppressionV5(const KernelArgs& args) {
  const float sigma = *args.inputs[kSigma].data<float>();
  if (sigma < 0.0F) {
    return InvalidArgument("soft_nms_sigma is " + std::to_string(sigma) + ", expected 0 or more");
  }
  const SelectedBoxes selected = SelectBoxes(args, sigma);
  WriteSelected(selected.indices, args.outputs[0]);
  WriteSelected(selected.scores, args.outputs[1]);
  *args.outputs[2].data<int32_t>() = static_cast<int32_t>(selected.indices.size());
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(non_max_suppression_v5, &NonMaxSuppressionV5)
