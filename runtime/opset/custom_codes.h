// The codes of the project's own custom operators, above every builtin's code. A model names custom operators
// and does not number them, so these codes are valid in this project only.
#pragma once

namespace litevk {

enum CustomCode : int {
  kFirstCustomCode = 1 << 16,  // a base that no operator has
#define LITEVK_OP(name, stem)
#define LITEVK_KERNEL_OP(name, stem)
#define LITEVK_INTERPRETER_OP(name, stem)
#define LITEVK_CUSTOM_OP(name, stem) kCustom##name,
#define LITEVK_CUSTOM_KERNEL_OP(name, stem) kCustom##name,
#include "runtime/opset/op_list.inc"
#undef LITEVK_INTERPRETER_OP
#undef LITEVK_KERNEL_OP
#undef LITEVK_OP
};

constexpr bool IsCustomCode(int op_code) { return op_code > kFirstCustomCode; }

}  // namespace litevk
