// Declares the records: runtime/opset/ops/<stem>.cc defines kOpInfo_<stem>.
#pragma once

#include "runtime/opset/op_info.h"

namespace litevk {

#define LITEVK_OP(name, stem) extern const OpInfo kOpInfo_##stem;
#define LITEVK_KERNEL_OP(name, stem) extern const OpInfo kOpInfo_##stem;
#define LITEVK_INTERPRETER_OP(name, stem) extern const OpInfo kOpInfo_##stem;
#include "runtime/opset/op_list.inc"
#undef LITEVK_INTERPRETER_OP
#undef LITEVK_KERNEL_OP
#undef LITEVK_OP

}  // namespace litevk
