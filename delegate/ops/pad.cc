#include <cstddef>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/common/pad.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

void Lower(Lowering& lowering) { LowerPad(lowering, PaddingOf(lowering.view())); }

DimPadding AsPadding(const NodeView& view) {
  const std::vector<int> amounts = ir::StoredInts(view.input(1));
  DimPadding zeros;
  for (size_t i = 0; i + 1 < amounts.size(); i += 2) zeros.push_back({amounts[i], amounts[i + 1]});
  return zeros;
}

}  // namespace

OpSpec MakeSpec_pad() {
  return {
      .op_code = abi::kTfLiteBuiltinPad,
      .kernels = {{.element = kMovedTypes,
                   .most_dims = 5,
                   .most_inputs = 2,
                   .constraints = {{"the paddings are stored in the model or computed from shapes",
                                    InputIsPlanned<1>}},
                   .epilogue = kFloat32Epilogue,
                   .as_padding = AsPadding,
                   .form = Form::kMoves,
                   .cuts = CutsOfPad,
                   .reads_strided = FindsOffsets,
                   .writes_strided = StridedResult::kOfWords,
                   .lower = Lower}},
  };
}

}  // namespace litevk
