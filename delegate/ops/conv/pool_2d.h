// Pooling operators, which differ only in the function that they apply to a window.
#pragma once

#include <vector>

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

enum class PoolKind { kMaximum, kAverage, kRootMeanSquare };

// Returns the constraints of a window, whatever is pooled.
std::vector<Constraint> WindowConstraints();
// Returns WindowConstraints() and the constraints of floats.
std::vector<Constraint> PoolConstraints();

// Blocks of four channels of an output pixel, one for each invocation.
struct PixelBlocks {
  explicit PixelBlocks(const ir::Shape& output)
      : of_pixel(GroupsFor(output[3], 4)), total(static_cast<uint32_t>(of_pixel * output.Rows())) {}

  uint32_t of_pixel;
  uint32_t total;
};

// Returns the constants of a shader with PixelBlocks and a pooling operator's window.
template <typename Shader>
typename Shader::Spec PixelPoolSpec(const Lowering& lowering, uint32_t group) {
  const auto& params = lowering.view().params<abi::TfLitePoolParams>();
  return {.kLocalSizeX = group,
          .kAligned = lowering.output_dims()[3] % 4 == 0,
          .kFilterH = static_cast<uint32_t>(params.filter_height),
          .kFilterW = static_cast<uint32_t>(params.filter_width),
          .kStrideH = static_cast<uint32_t>(params.stride_height),
          .kStrideW = static_cast<uint32_t>(params.stride_width)};
}

// Emits one dispatch of shaders/conv/pool_2d.comp.
void LowerPool2d(Lowering& lowering, PoolKind kind);

// Returns the kernel of an operator that pools. `kernel` has the types and `lower`.
GpuKernel PoolKernel(GpuKernel kernel);

}  // namespace litevk
