// Versions of the operators with a state.
#include "runtime/opset/version_rules.h"

namespace litevk {
namespace {

using Type = schema::TensorType;

// Input, input-to-forget weights and output of both LSTM operators.
bool HasLstmTypes(const OpSignature& signature, Type input, Type weights, Type output) {
  return signature.input_type(0) == input && signature.input_type(2) == weights &&
         signature.output_type(0) == output;
}

template <typename Options>
bool IsAsymmetric(const OpSignature& signature) {
  const auto* options = signature.options<Options>();
  return options != nullptr && options->asymmetric_quantize_inputs();
}

}  // namespace

int VersionOfLstm(const OpSignature& signature) {
  const auto* options = signature.options<schema::LSTMOptions>();
  if (options != nullptr && options->kernel_type() == schema::LSTMKernelType::BASIC) return 2;
  if (HasLstmTypes(signature, Type::INT16, Type::INT8, Type::INT16)) return 5;
  if (!HasLstmTypes(signature, Type::FLOAT32, Type::INT8, Type::FLOAT32)) return 1;
  return IsAsymmetric<schema::LSTMOptions>(signature) ? 4 : 3;
}

int VersionOfUnidirectionalSequenceLstm(const OpSignature& signature) {
  using Options = schema::UnidirectionalSequenceLSTMOptions;
  if (HasLstmTypes(signature, Type::INT16, Type::INT8, Type::INT16)) return 5;
  const auto* options = signature.options<Options>();
  if (options != nullptr && options->diagonal_recurrent_tensors()) return 4;
  if (!HasLstmTypes(signature, Type::FLOAT32, Type::INT8, Type::FLOAT32)) return 1;
  return IsAsymmetric<Options>(signature) ? 3 : 2;
}

int VersionOfRnn(const OpSignature& signature) {
  if (signature.input_type(1) != Type::INT8 || signature.output_type(0) != Type::FLOAT32) return 1;
  return IsAsymmetric<schema::RNNOptions>(signature) ? 3 : 2;
}

int VersionOfSvdf(const OpSignature& signature) {
  if (signature.input_type(0) == Type::INT8) return 3;
  if (!signature.Has(Type::FLOAT32, Type::INT8, Type::FLOAT32)) return 1;
  return IsAsymmetric<schema::SVDFOptions>(signature) ? 4 : 2;
}

}  // namespace litevk
