#include "onnx/write/node_results.h"

namespace litevk::to_onnx {

void NodeResults::Define(size_t index, const Name& value, const Permutation& permutation) {
  const ir::TensorId id = node_.output_id(index);
  written_[index] = true;
  if (node_.makes_columns()) return values_.DefineColumns(id, value, node_.columns());
  values_.DefineResult(id, value, Normalized(permutation, node_.output(index).dims.rank()));
}

void NodeResults::DefineQuantized(size_t index, const Name& value, const Permutation& permutation) {
  values_.DefineQuantized(node_.output_id(index), value,
                          Normalized(permutation, node_.output(index).dims.rank()));
  written_[index] = true;
}

Status NodeResults::Check() const {
  if (!unknown_type_.empty()) return Unsupported("onnxruntime has no kernel of it for " + unknown_type_);
  if (divides_by_zero_) return Unsupported("its scale is 0, by which QuantizeLinear divides");
  if (lacks_state_) return Unsupported("it has a variable that the main graph does not declare");
  for (size_t i = 0; i < written_.size(); ++i) {
    if (!written_[i]) return Internal("output " + std::to_string(i) + " was not written");
  }
  return {};
}

}  // namespace litevk::to_onnx
