#include <algorithm>
#include <bit>

#include "delegate/lower/lowering.h"
#include "delegate/ops/constraints.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/softmax.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;  // softmax.comp's workgroup

void Lower(Lowering& lowering) {
  const ir::Shape& dims = lowering.output_dims();
  const bool aligned = dims.channels() % 4 == 0;
  const uint32_t blocks = GroupsFor(dims.channels(), 4);
  const uint32_t lanes = std::min(std::bit_ceil(blocks), kGroup);
  lowering.Emit<shaders::Softmax>({.kLocalSizeX = kGroup, .kAligned = aligned, .kLanes = lanes},
                                  {.channels = static_cast<uint32_t>(dims.channels()),
                                   .blocks = blocks,
                                   .rows = static_cast<uint32_t>(dims.Rows()),
                                   .beta = lowering.view().params<abi::TfLiteSoftmaxParams>().beta},
                                  {.source = lowering.Input(0), .result = lowering.Output()},
                                  FlatGroups(dims.Rows() * lanes, kGroup, lowering.limits()), {},
                                  lowering.ReductionLoadsWhen(aligned));
}

}  // namespace

OpSpec MakeSpec_softmax() {
  return {
      .op_code = abi::kTfLiteBuiltinSoftmax,
      .signatures = {{.element = kFloat32, .lower = Lower}},
      .constraints = {{"the rank of the input is at least 1",
                       [](const NodeView& view) { return view.input(0).dims.rank() >= 1; }}},
      .takes_epilogue = true,
  };
}

}  // namespace litevk
