// The fast Walsh-Hadamard transform (Fino and Algazi 1976, IEEE Transactions on Computers 25(11)). It applies
// to consecutive pieces of a row and is divided by the root of the piece's length, so that it is its own
// inverse. Weights that ai-edge-quantizer has rotated need it.
#include "runtime/opset/ops/hadamard_rotation.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

void Transform(std::span<float> piece) {
  for (size_t half = 1; half < piece.size(); half *= 2) {
    for (size_t first = 0; first < piece.size(); ++first) {
      if ((first & half) != 0) continue;
      const float left = piece[first];
      const float right = piece[first + half];
      piece[first] = left + right;
      piece[first + half] = left - right;
    }
  }
  const float factor = 1.0F / std::sqrt(static_cast<float>(piece.size()));
  for (float& value : piece) value *= factor;
}

}  // namespace

// Handles rows that are not a multiple of a piece as TFLite does. Transforms as many pieces as fit into the
// rows, from the first element on, and copies the rest.
static Status HadamardRotation(const KernelArgs& args) {
  const auto size = static_cast<size_t>(args.params.As<HadamardRotationParams>().size);
  const ir::Shape& dims = args.outputs[0].dims();
  const auto count = static_cast<size_t>(dims.NumElements());
  if (count == 0) return {};
  const std::span<float> output(args.outputs[0].data<float>(), count);
  std::ranges::copy(std::span(args.inputs[0].data<float>(), count), output.begin());
  const auto row = static_cast<size_t>(dims[dims.rank() - 1]);
  const size_t pieces = count / row * (row / size);
  for (size_t piece = 0; piece < pieces; ++piece) Transform(output.subspan(piece * size, size));
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(hadamard_rotation, &HadamardRotation)
