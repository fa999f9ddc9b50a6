#include <utility>
#include <vector>

#include "delegate/ops/elementwise/select.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

// Emits the selection. A vector of conditions applies to the outermost dim.
void Lower(Lowering& lowering) {
  const ir::Shape& condition = lowering.view().input(0).dims;
  if (condition.rank() != 1 || condition[0] == 1) return LowerSelect(lowering, condition);
  std::vector<int> dims(static_cast<size_t>(lowering.output_dims().rank()), 1);
  dims.front() = condition[0];
  LowerSelect(lowering, ir::Shape(std::move(dims)));
}

}  // namespace

OpSpec MakeSpec_select() { return MakeSelect(abi::kTfLiteBuiltinSelect, Lower); }

}  // namespace litevk
