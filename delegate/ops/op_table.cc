// Binds the rows of op_list.inc to the OpSpec that each delegate/ops/<stem>.cc defines.
#include <vector>

#include "delegate/lower/op_spec.h"

namespace litevk {

#define LITEVK_OP(name, stem) OpSpec MakeSpec_##stem();
#define LITEVK_KERNEL_OP(name, stem)
#include "runtime/opset/op_list.inc"
#undef LITEVK_OP

std::span<const OpSpec> OpTable() {
  static const std::vector<OpSpec> table = {
#define LITEVK_OP(name, stem) MakeSpec_##stem(),
#include "runtime/opset/op_list.inc"
#undef LITEVK_KERNEL_OP
#undef LITEVK_OP
  };
  return table;
}

const OpSpec* FindOp(int op_code) {
  for (const OpSpec& spec : OpTable()) {
    if (spec.op_code == op_code) return &spec;
  }
  return nullptr;
}

}  // namespace litevk
