// Transforms the first two coordinates of each point by the first two rows of a matrix; a third one is
// copied.
#include "runtime/opset/ops/transform_landmarks.h"

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status TransformLandmarks(const KernelArgs& args) {
  const LandmarkForm form = FormOf(args.inputs[0].dims(), args.params);
  const int64_t elements = args.outputs[0].dims().NumElements();
  const float* matrix = args.inputs[1].data<float>();
  const float* from = args.inputs[0].data<float>();
  float* to = args.outputs[0].data<float>();
  const auto row = [&](const float* weights, const float* point) {
    return weights[0] * point[0] + weights[1] * point[1] + weights[3] * form.scale;
  };
  for (int64_t first = 0; first < elements; first += form.dimensions) {
    to[first] = row(matrix, from + first);
    to[first + 1] = row(matrix + 4, from + first);
    if (form.dimensions == 3) to[first + 2] = from[first + 2];
  }
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(transform_landmarks, &TransformLandmarks)
