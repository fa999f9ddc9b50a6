#include "shaders/local_response_normalization.h"

#include <algorithm>

#include "delegate/lower/lowering.h"
#include "runtime/graph/divisor.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

using Params = abi::TfLiteLocalResponseNormParams;

constexpr uint32_t kGroup = 64;

void Lower(Lowering& lowering) {
  const auto& params = lowering.view().params<Params>();
  const ir::Shape& dims = lowering.output_dims();
  const uint32_t blocks = GroupsFor(dims.channels(), 4);
  const int64_t total = dims.Rows() * blocks;
  lowering.Emit<shaders::LocalResponseNormalization>(
      {.kLocalSizeX = kGroup, .kAligned = dims.channels() % 4 == 0},
      {.by_blocks = gpu::Divisor(blocks),
       .total = static_cast<uint32_t>(total),
       .blocks = blocks,
       .channels = static_cast<uint32_t>(dims.channels()),
       .radius = std::min(params.radius, dims.channels()),
       .bias = params.bias,
       .alpha = params.alpha,
       .beta = params.beta},
      {.source = lowering.Input(0), .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

bool PowersArePositive(const NodeView& view) {
  const auto& params = view.params<Params>();
  return params.bias > 0.0F && params.alpha >= 0.0F;
}

}  // namespace

OpSpec MakeSpec_local_response_normalization() {
  return {
      .op_code = abi::kTfLiteBuiltinLocalResponseNormalization,
      .kernels = {{.constraints =
                       {{"bias is positive and alpha not negative, so that powers are of positive numbers",
                         PowersArePositive}},
                   .epilogue = kFloat32Epilogue,
                   .reads_strided = FindsOffsets,
                   .lower = Lower}},
  };
}

}  // namespace litevk
