#include "runtime/model/model_check.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "runtime/model/builtin_code.h"
#include "runtime/tflite/builtin_names.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk::model_check {
namespace {

constexpr uint32_t kFormatVersion = 3;
// Limits of the work, in units per byte of the file. Files sometimes share a vector, such as a quantization,
// for which this leaves ample room.
constexpr size_t kUnitsPerByte = 8;
constexpr size_t kUnitsOfAnyFile = size_t{1} << 20;

Status CheckBuffer(const schema::Buffer& buffer, std::span<const std::byte> file) {
  if (buffer.data() != nullptr || buffer.offset() <= 1) return {};
  if (LiesIn(buffer.offset(), buffer.size(), file)) return {};
  return InvalidArgument("bytes " + std::to_string(buffer.offset()) + " + " + std::to_string(buffer.size()) +
                         " lie outside of the file of " + std::to_string(file.size()) + " bytes");
}

Status CheckOperatorCode(const schema::OperatorCode& code) {
  const int op_code = BuiltinCodeOf(code);
  if (abi::BuiltinName(op_code).empty()) {
    return InvalidArgument("builtin operator " + std::to_string(op_code) + " is not known");
  }
  if (code.version() < 1) {
    return InvalidArgument("version " + std::to_string(code.version()) + ", expected 1 or more");
  }
  if (op_code == abi::kTfLiteBuiltinCustom && code.custom_code() == nullptr) {
    return InvalidArgument("a custom operator without a name");
  }
  return {};
}

Status CheckSubgraphTensors(const char* role, const flatbuffers::Vector<int32_t>* ids, size_t tensor_count) {
  for (size_t index = 0; index < SizeOf(ids); ++index) {
    const int32_t id = ids->Get(static_cast<uint32_t>(index));
    if (id < 0 || static_cast<size_t>(id) >= tensor_count) {
      return InvalidArgument(std::string(role) + " " + std::to_string(index) + " is tensor " +
                             std::to_string(id) + " of " + std::to_string(tensor_count));
    }
  }
  return {};
}

Status CheckInputsAreWritable(const Source& source, const schema::SubGraph& subgraph) {
  for (size_t index = 0; index < SizeOf(subgraph.inputs()); ++index) {
    const auto id = static_cast<uint32_t>(subgraph.inputs()->Get(static_cast<uint32_t>(index)));
    if (IsConstant(source, *subgraph.tensors()->Get(id))) {
      return InvalidArgument("input " + std::to_string(index) + " is tensor " + std::to_string(id) +
                             ", which is a constant");
    }
  }
  return {};
}

Status CheckSubgraph(const Source& source, const schema::SubGraph& subgraph) {
  const size_t tensor_count = SizeOf(subgraph.tensors());
  for (size_t id = 0; id < tensor_count; ++id) {
    LITEVK_RETURN_IF_ERROR(source.budget.Spend(1));
    const schema::Tensor& tensor = *subgraph.tensors()->Get(static_cast<uint32_t>(id));
    LITEVK_RETURN_IF_ERROR(At("tensor " + std::to_string(id), CheckTensor(source, subgraph, tensor)));
  }
  LITEVK_RETURN_IF_ERROR(source.budget.Spend(SizeOf(subgraph.inputs()) + SizeOf(subgraph.outputs())));
  LITEVK_RETURN_IF_ERROR(CheckSubgraphTensors("input", subgraph.inputs(), tensor_count));
  LITEVK_RETURN_IF_ERROR(CheckSubgraphTensors("output", subgraph.outputs(), tensor_count));
  LITEVK_RETURN_IF_ERROR(CheckInputsAreWritable(source, subgraph));
  return CheckOperators(source, subgraph);
}

Status CheckTensorMaps(const char* role,
                       const flatbuffers::Vector<flatbuffers::Offset<schema::TensorMap>>* maps,
                       size_t tensor_count) {
  for (size_t index = 0; index < SizeOf(maps); ++index) {
    const schema::TensorMap& map = *maps->Get(static_cast<uint32_t>(index));
    const std::string prefix = std::string(role) + " " + std::to_string(index);
    if (map.name() == nullptr) return InvalidArgument(prefix + " has no name");
    if (map.tensor_index() >= tensor_count) {
      return InvalidArgument(prefix + " is tensor " + std::to_string(map.tensor_index()) + " of " +
                             std::to_string(tensor_count));
    }
  }
  return {};
}

Status CheckSignature(const Source& source, const schema::SignatureDef& signature) {
  if (signature.signature_key() == nullptr) return InvalidArgument("it has no key");
  const auto& subgraphs = *source.root.subgraphs();
  if (signature.subgraph_index() >= subgraphs.size()) {
    return InvalidArgument("it is for subgraph " + std::to_string(signature.subgraph_index()) + " of " +
                           std::to_string(subgraphs.size()));
  }
  LITEVK_RETURN_IF_ERROR(source.budget.Spend(SizeOf(signature.inputs()) + SizeOf(signature.outputs())));
  const size_t tensor_count = SizeOf(subgraphs.Get(signature.subgraph_index())->tensors());
  LITEVK_RETURN_IF_ERROR(CheckTensorMaps("input", signature.inputs(), tensor_count));
  return CheckTensorMaps("output", signature.outputs(), tensor_count);
}

Status CheckMetadata(const Source& source, const schema::Metadata& metadata) {
  const size_t buffer_count = SizeOf(source.root.buffers());
  if (metadata.buffer() < buffer_count) return {};
  return InvalidArgument("its buffer is " + std::to_string(metadata.buffer()) + " of " +
                         std::to_string(buffer_count));
}

// Calls check(*vector->Get(i)) for every table and prefixes its diagnostic with "<place> i".
template <typename Table, typename Check>
Status ForEach(const char* prefix, const flatbuffers::Vector<flatbuffers::Offset<Table>>* vector,
               Check check) {
  for (size_t index = 0; index < SizeOf(vector); ++index) {
    LITEVK_RETURN_IF_ERROR(At(std::string(prefix) + " " + std::to_string(index),
                              check(*vector->Get(static_cast<uint32_t>(index)))));
  }
  return {};
}

}  // namespace

Budget::Budget(size_t file_bytes)
    : left_(std::min(file_bytes, std::numeric_limits<size_t>::max() / kUnitsPerByte / 2) * kUnitsPerByte +
            kUnitsOfAnyFile) {}

Status Budget::Spend(size_t units) {
  if (units > left_) return InvalidArgument("the file refers to the same data too many times");
  left_ -= units;
  return {};
}

Status At(const std::string& prefix, Status status) {
  if (status.ok()) return status;
  return {status.code(), prefix + ": " + status.message()};
}

bool LiesIn(uint64_t offset, uint64_t size, std::span<const std::byte> file) {
  return offset <= file.size() && size <= file.size() - offset;
}

std::span<const std::byte> BufferBytes(const schema::Buffer& buffer, std::span<const std::byte> file) {
  if (buffer.data() != nullptr) {
    return std::as_bytes(std::span(buffer.data()->data(), buffer.data()->size()));
  }
  if (buffer.offset() <= 1) return {};
  return file.subspan(buffer.offset(), buffer.size());
}

Status CheckModel(const Source& source) {
  const schema::Model& root = source.root;
  if (root.version() != kFormatVersion) {
    return InvalidArgument("format version " + std::to_string(root.version()) + ", expected 3");
  }
  if (SizeOf(root.subgraphs()) == 0) return InvalidArgument("the model has no subgraph");
  if (SizeOf(root.buffers()) == 0) return InvalidArgument("the model has no buffers");
  LITEVK_RETURN_IF_ERROR(ForEach("buffer", root.buffers(), [&](const schema::Buffer& buffer) {
    return CheckBuffer(buffer, source.bytes);
  }));
  LITEVK_RETURN_IF_ERROR(ForEach("operator code", root.operator_codes(), CheckOperatorCode));
  LITEVK_RETURN_IF_ERROR(ForEach("subgraph", root.subgraphs(), [&](const schema::SubGraph& subgraph) {
    return CheckSubgraph(source, subgraph);
  }));
  LITEVK_RETURN_IF_ERROR(CheckCalls(root));
  LITEVK_RETURN_IF_ERROR(
      ForEach("signature", root.signature_defs(),
              [&](const schema::SignatureDef& signature) { return CheckSignature(source, signature); }));
  return ForEach("metadata", root.metadata(),
                 [&](const schema::Metadata& metadata) { return CheckMetadata(source, metadata); });
}

}  // namespace litevk::model_check
