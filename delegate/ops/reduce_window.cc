#include "shaders/reduce_window.h"

#include <cstdint>

#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/common/elements.h"
#include "delegate/ops/common/reduced_dims.h"
#include "delegate/ops/move/node_query.h"
#include "runtime/opset/ops/reduce_window.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

// Returns the walks over the windows of the input (kept) and over the elements of one window (reduced).
ReducedDims WalksOf(const NodeView& view, const ir::Shape& output) {
  const ReductionWindow window = ResolveAgain(view, ReadReductionWindow);
  ReducedDims walks = {.kept = DenseDims(view.input(0).dims), .reduced = DenseDims(view.input(0).dims)};
  for (size_t axis = 0; axis < walks.kept.size(); ++axis) {
    walks.kept[axis].size = output[static_cast<int>(axis)];
    walks.kept[axis].stride *= window.strides[axis];
    walks.reduced[axis].size = window.dims[axis];
    walks.reduced[axis].stride *= window.dilations[axis];
  }
  return walks;
}

bool WindowIsPlanned(const NodeView& view) {
  return InputIsPlanned<2>(view) && InputIsPlanned<3>(view) && InputIsPlanned<4>(view);
}

// Returns the kind of the elements. Bools are bytes with a sign, as on the CPU.
uint32_t WindowKindOf(const ir::Tensor& input) {
  return input.type == ir::DataType::kBool ? static_cast<uint32_t>(ElementKind::kSigned) : KindOf(input);
}

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const ir::Shape& output = lowering.output_dims();
  const auto push = ReductionPush<shaders::ReduceWindow::Push>(WalksOf(view, output), output.NumElements());
  const auto function = view.params<abi::TfLiteReduceWindowParams>().reduce_function;
  lowering.Emit<shaders::ReduceWindow>(
      {.kLocalSizeX = kGroup,
       .kFunction = static_cast<uint32_t>(function),
       .kKind = WindowKindOf(view.input(0)),
       .kBytes = lowering.InputBytes(0)},
      push, {.source = lowering.Input(0), .init = lowering.Input(1), .result = lowering.Output()},
      FlatGroups(push.total, kGroup, lowering.limits()));
}

}  // namespace

OpSpec MakeSpec_reduce_window() {
  return {
      .op_code = abi::kTfLiteBuiltinReduceWindow,
      .kernels = {{.element = kReducedTypes,
                   .most_dims = kMostDims,
                   .constraints = {{"the window's dims, strides and dilations are stored in the model or "
                                    "computed from shapes",
                                    WindowIsPlanned}},
                   .reads_strided = FindsOffsets,
                   .lower = Lower}},
  };
}

}  // namespace litevk
