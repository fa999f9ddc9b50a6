// Types and dims of values as ONNX states them.
#pragma once

#include "onnx/facts/permutations.h"
#include "runtime/ir/graph.h"

namespace onnx {
class ValueInfoProto;
}  // namespace onnx

namespace litevk::to_onnx {

// Sets the type and the dims of a tensor that is written in that layout.
void SetType(::onnx::ValueInfoProto& info, const ir::Tensor& tensor, const Permutation& permutation);

}  // namespace litevk::to_onnx
