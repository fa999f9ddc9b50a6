#include <array>
#include <optional>
#include <vector>

#include "delegate/ops/constraints.h"
#include "delegate/ops/families/pad.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

void Lower(Lowering& lowering) { LowerPad(lowering, ZeroOf(lowering.view().output())); }

std::optional<std::array<int, 4>> AsPadding(const NodeView& view) {
  const std::vector<int> amounts = ir::StoredInts(view.input(1));
  if (amounts.size() != 8 || amounts[0] + amounts[1] + amounts[6] + amounts[7] != 0) return std::nullopt;
  return std::array{amounts[2], amounts[3], amounts[4], amounts[5]};
}

}  // namespace

OpSpec MakeSpec_pad() {
  return {
      .op_code = abi::kTfLiteBuiltinPad,
      .signatures = {{.element = kMovedTypes,
                      .inputs = {{1, kInt32}},
                      .most_dims = 5,
                      .most_inputs = 2,
                      .lower = Lower}},
      .constraints = {{"the paddings are stored in the model or computed from shapes", InputIsPlanned<1>}},
      .takes_epilogue = true,
      .as_padding = AsPadding,
      .moves = true,
      .cuts = CutsOfPad,
      .reads_rows = FindsPlaces,
      .writes_rows = ResultRows::kOfWords,
  };
}

}  // namespace litevk
