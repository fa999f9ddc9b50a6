#include <cassert>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/rows.h"
#include "runtime/opset/common/new_axis.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

std::vector<StridedView> Joins(const NodeView& view) {
  const auto axis = ResolveNewAxis(view.params<abi::TfLitePackParams>().axis, view.input(0).dims.rank());
  // Shape inference resolved the axis when the node was judged.
  assert(axis.ok());
  return JoinedRows(view, ir::CountBetween(view.output().dims, 0, *axis));
}

}  // namespace

OpSpec MakeSpec_pack() {
  return {
      .op_code = abi::kTfLiteBuiltinPack,
      .kernels = {{.element = kMovedTypes, .form = Form::kMoves, .joins = Joins, .lower = LowerJoin}},
  };
}

}  // namespace litevk
