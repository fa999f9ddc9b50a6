// The type checks that kernels begin with.
#pragma once

#include <initializer_list>
#include <string>

#include "kernels_ref/kernel.h"

namespace litevk::ref {

inline Status CheckFloat32(const ir::Tensor& tensor) {
  if (tensor.type == ir::DataType::kFloat32) return {};
  return Unsupported("reference kernel: type is " + std::string(ir::Name(tensor.type)) +
                     ", expected float32");
}

// Ok when the output and those of the listed inputs that are present are float32.
inline Status CheckFloat32(const KernelArgs& args, std::initializer_list<size_t> inputs) {
  for (const size_t index : inputs) {
    if (args.has_input(index)) LITEVK_RETURN_IF_ERROR(CheckFloat32(*args.inputs[index].tensor));
  }
  return CheckFloat32(*args.outputs[0].tensor);
}

// For the kernels that move elements unread: bytes of one element, the same in input 0 and the output.
inline Result<size_t> CheckElementSize(const KernelArgs& args) {
  const ir::DataType type = args.outputs[0].tensor->type;
  const int bytes = ir::ByteSize(type);
  if (bytes > 0 && args.inputs[0].tensor->type == type) return static_cast<size_t>(bytes);
  return Unsupported("reference kernel: type is " + std::string(ir::Name(args.inputs[0].tensor->type)) +
                     " to " + std::string(ir::Name(type)) + ", expected one type of fixed size");
}

}  // namespace litevk::ref
