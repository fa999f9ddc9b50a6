#include "onnx/write/tensor_values.h"

#include <algorithm>

#include "onnx/facts/data_type.h"
#include "onnx/facts/scaled_operands.h"
#include "onnx/write/constants.h"
#include "runtime/layout/permutation.h"

namespace litevk::to_onnx {

ir::Tensor FormOf(const ir::Tensor& tensor) {
  ir::Tensor form = tensor;
  if (tensor.type != ir::DataType::kInt8 || tensor.quantization.scales.size() != 1) return form;
  form.type = ir::DataType::kUInt8;
  // A damaged zero point may have any value.
  for (int& point : form.quantization.zero_points) {
    point = static_cast<int>(static_cast<uint32_t>(point) + uint32_t{kRaise});
  }
  return form;
}

void TakeForm(const ir::Tensor& tensor, std::span<std::byte> integers) {
  if (FormOf(tensor).type == tensor.type) return;
  for (std::byte& integer : integers) integer ^= std::byte{kRaise};
}

void TensorValues::Define(ir::TensorId id, const Name& name, const Permutation& permutation) {
  const Permutation normalized = Normalized(permutation, graph_.tensor(id).dims.rank());
  values_[{id, normalized}] = name;
  written_[id] = normalized;
}

void TensorValues::ReserveOutput(ir::TensorId id, const Permutation& permutation) {
  const ir::Tensor& tensor = graph_.tensor(id);
  const auto [entry, is_new] = reserved_.try_emplace({id, Normalized(permutation, tensor.dims.rank())});
  if (is_new) entry->second = writer_.Unique(tensor.name);
}

void TensorValues::DefineResult(ir::TensorId id, const Name& result, const Permutation& permutation) {
  const auto reserved = reserved_.find({id, permutation});
  const bool is_output = reserved != reserved_.end();
  // An inner tensor may share another one's name.
  if (!is_output && writer_.HasName(result)) return Define(id, writer_.NameOf(result), permutation);
  const Name name = is_output ? reserved->second : writer_.Unique(graph_.tensor(id).name);
  writer_.Call(result, name);
  if (!is_output) named_[id] = name;
  Define(id, name, permutation);
}

Name TensorValues::NameOutput(ir::TensorId id, const Permutation& wanted) {
  const ir::Tensor& tensor = graph_.tensor(id);
  const Permutation permutation = Normalized(wanted, tensor.dims.rank());
  const Name value = Read(id, permutation);
  const auto reserved = reserved_.find({id, permutation});
  const Name name = reserved == reserved_.end() ? writer_.Unique(tensor.name) : reserved->second;
  if (reserved != reserved_.end()) reserved_.erase(reserved);
  if (value != name) writer_.Call(value, name);
  return name;
}

Name TensorValues::Read(ir::TensorId id, const Permutation& wanted) {
  const Permutation permutation = Normalized(wanted, graph_.tensor(id).dims.rank());
  const auto found = values_.find({id, permutation});
  if (found != values_.end()) return found->second;
  return values_[{id, permutation}] = MakeValue(id, permutation);
}

Name TensorValues::MakeValue(ir::TensorId id, const Permutation& permutation) {
  const ir::Tensor& tensor = graph_.tensor(id);
  if (tensor.is_known())
    return StoredValue(tensor, permutation, WrittenDims(tensor.dims, permutation), false);
  if (!written_.contains(id)) return compute_known_(id, permutation);
  const Permutation& from = written_.at(id);
  const auto stored = values_.find({id, from});
  if (stored != values_.end()) return Reordered(stored->second, tensor.dims, from, permutation);
  if (HasScaleOfZero(tensor)) {
    return Reordered(Recounted(integers_.at({id, from}), FormOf(tensor), tensor), tensor.dims, from,
                     permutation);
  }
  // Reuses the floats if another reader has already permuted them.
  for (const bool is_weight : {false, true}) {
    const auto real = reals_.find({{id, permutation}, is_weight});
    if (real != reals_.end()) return Quantized(real->second, tensor, permutation);
  }
  return Reordered(Quantized(ReadReal(id, from, false), tensor, from), tensor.dims, from, permutation);
}

Name TensorValues::WrittenName(ir::TensorId id) const {
  const Key key = {id, WrittenPermutation(id)};
  const auto found = values_.find(key);
  return writer_.NameOf(found == values_.end() ? integers_.at(key) : found->second);
}

int TensorValues::WrittenType(ir::TensorId id) const {
  const ir::Tensor& tensor = graph_.tensor(id);
  return OnnxType(rounded_.contains(id) ? FormOf(tensor).type : tensor.type);
}

Name TensorValues::Reordered(const Name& value, const ir::Shape& dims, const Permutation& from,
                             const Permutation& to) {
  const auto own_rank = static_cast<size_t>(dims.rank());
  const size_t from_rank = from.empty() ? own_rank : from.size();
  const size_t to_rank = to.empty() ? own_rank : to.size();
  const size_t rank = std::max(from_rank, to_rank);
  const Permutation wide_from = Widened(from, rank);
  const Permutation wide_to = Widened(to, rank);
  const Permutation moves = PermutationBetween(wide_from, wide_to, static_cast<int>(rank));
  const std::vector<int64_t> perm(moves.begin(), moves.end());
  const std::vector<int64_t> wide = WrittenDims(dims, wide_from);
  if (from_rank == to_rank && std::ranges::is_sorted(perm)) return value;
  const auto reshape = [&](const Name& input, const std::vector<int64_t>& shape) {
    return writer_.Add("Reshape", {input, Constants(writer_).Dims(shape)});
  };
  if (MovesOnlyOnes(wide, perm)) {
    std::vector<int64_t> moved = WrittenDims(dims, to);
    KeepBatch(WrittenDims(dims, from), moved);
    return reshape(value, moved);
  }
  const Name widened = from_rank < rank ? reshape(value, wide) : value;
  const Name moved = writer_.Add("Transpose", {widened}, {{"perm", perm}});
  return to_rank < rank ? reshape(moved, WrittenDims(dims, to)) : moved;
}

}  // namespace litevk::to_onnx
