#include "delegate/ops/elementwise/select.h"

#include "delegate/kernel/constraints.h"
#include "delegate/ops/elementwise/typed_elementwise.h"

namespace litevk {

void LowerSelect(Lowering& lowering, const ir::Shape& condition) {
  const NodeView& view = lowering.view();
  EmitTyped(lowering, TypedFunction::kSelect,
            {.left = {1, view.input(1).dims}, .right = {2, view.input(2).dims}, .condition = {0, condition}});
}

OpSpec MakeSelect(int op_code, void (*lower)(Lowering&)) {
  return {
      .op_code = op_code,
      .kernels = {{.element = kMovedTypes,
                   .most_dims = kWalkDims,
                   .reads_strided = FindsOffsets,
                   .writes_strided = StridedResult::kAnywhere,
                   .lower = lower}},
  };
}

}  // namespace litevk
