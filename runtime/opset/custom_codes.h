// The codes of the project's own custom operators: models name these and do not number them, so the numbers
// are the project's, above every builtin's. They pass for operator codes everywhere in the project and
// nowhere outside of it.
#pragma once

namespace litevk {

enum CustomCode : int {
  kFirstCustomCode = 1 << 16,  // of none
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
