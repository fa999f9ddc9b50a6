#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

NodeWriter::NodeWriter(const NodeContext& context, const Target& target)
    : NodeFacts(context),
      target_(target),
      onnx_(target.writer),
      results_(*this, target.values),
      quantized_(*this, target.values, onnx_, results_) {}

Name NodeWriter::Read(size_t index) { return Read(index, permutation(index)); }

Name NodeWriter::Read(size_t index, const Permutation& wanted) {
  if (makes_columns()) return ReadColumns(index);
  if (scaled().is_of_products(index)) return ReadBias(index);
  if (reads_scale(index)) return target_.values.ReadReal(input_id(index), wanted, scaled().is_weight(index));
  return AsNative(ReadStored(index, wanted), input(index).type);
}

Name NodeWriter::AsNative(const Name& value, ir::DataType own) {
  const ir::DataType type = MovedAs(own);
  if (!IsNative(type)) results_.RefuseType(own);
  return type == own ? value : onnx_.Cast(value, type);
}

Name NodeWriter::ReadBias(size_t index) {
  const auto [left, right] = ScaleInputsOfBias(row(), index);
  return target_.values.ReadBias(input_id(index), ProductScales(input(left), input(right)));
}

Name NodeWriter::ReadReshaped(size_t index, const std::vector<int64_t>& dims) {
  Name value = onnx_.Reshape(Read(index), dims);
  if (!reads_scale(index) || HasScaleOfZero(input(index))) return value;
  const ir::Tensor form = FormOf(input(index));
  return target_.values.Dequantized(target_.values.Quantized(value, form, {}), form, {});
}

Name NodeWriter::ReadStored(size_t index, const Permutation& wanted) {
  return target_.values.Read(input_id(index), wanted);
}

Name NodeWriter::ReadColumns(size_t index) {
  const ColumnLayout& wanted = columns();
  if (wanted.dims.empty()) return Read(index, {});
  const Name stored = target_.values.ReadColumns(input_id(index), wanted, reads_scale(index));
  if (!stored.empty()) return reads_scale(index) ? stored : AsNative(stored, input(index).type);
  const int64_t rows = input(index).dims[0];
  std::vector<int64_t> dims = {rows};
  dims.insert(dims.end(), wanted.dims.begin(), wanted.dims.end());
  std::vector<int64_t> perm = {0};
  for (const int dim : wanted.permutation) perm.push_back(dim + 1);
  const Name moved = onnx_.Transpose(onnx_.Reshape(Read(index, {}), dims), perm);
  return onnx_.Reshape(moved, {rows, input(index).dims[1]});
}

Name NodeWriter::ReadWholeColumns(size_t index) {
  if (columns().dims.empty()) return target_.values.ReadScaled(input_id(index), {}, 1);
  return target_.values.ReadScaledColumns(input_id(index), columns(), 1);
}

void NodeWriter::Write(size_t index, const Name& value) { Write(index, value, output_permutation(index)); }

void NodeWriter::Write(size_t index, const Name& value, const Permutation& from) {
  const ir::Tensor& tensor = output(index);
  if (is_scaled(index)) {
    const Permutation permutation = Normalized(output_permutation(index), tensor.dims.rank());
    const bool moves = from != permutation && Normalized(from, tensor.dims.rank()) != permutation;
    const Name quantized_and_back = moves ? quantized_.QuantizedAndBack(index, value, from) : value;
    const Name moved = Reordered(quantized_and_back, tensor.dims, from, permutation);
    return quantized_.Write(index, quantized_.Rounded(index, moved, permutation), permutation);
  }
  WriteStored(index, MovedAs(tensor.type) == tensor.type ? value : onnx_.Cast(value, tensor.type), from);
}

void NodeWriter::WriteStored(size_t index, const Name& value, const Permutation& from) {
  results_.Define(index, value, from);
}

State* NodeWriter::FindState(size_t index) {
  State* state = target_.states.Find(input_id(index));
  if (state == nullptr) results_.RefuseMissingState();
  return state;
}

Name NodeWriter::ReadState(size_t index) {
  const State* state = FindState(index);
  return state == nullptr ? Name() : state->value;
}

void NodeWriter::WriteState(size_t index, const Name& value) {
  State* state = FindState(index);
  if (state != nullptr) state->value = value;
}

bool NodeWriter::IsNative(ir::DataType type) const {
  return row().types.native == TypeSet() || row().types.native.contains(type);
}

ir::DataType NodeWriter::MovedAs(ir::DataType type) const {
  // No other type holds all values of these.
  if (IsNative(type) || type == ir::DataType::kFloat64 || type == ir::DataType::kInt64) return type;
  const bool is_wide = type == ir::DataType::kUInt32 || type == ir::DataType::kUInt64 ||
                       !row().types.native.contains(ir::DataType::kInt32);
  if (type == ir::DataType::kFloat16) return ir::DataType::kFloat32;
  return is_wide ? ir::DataType::kInt64 : ir::DataType::kInt32;
}

Name NodeWriter::ScalarLike(const ir::Tensor& tensor, double value) {
  const bool is_float = IsQuantized(tensor) && scaled().any();
  return onnx_.Scalar(is_float ? ir::DataType::kFloat32 : MovedAs(tensor.type), value);
}

Name NodeWriter::Reordered(const Name& value, const ir::Shape& dims, const Permutation& from,
                           const Permutation& to) {
  return target_.values.Reordered(value, dims, from, to);
}

}  // namespace litevk::to_onnx
