#include <vector>

#include "runtime/model/builtin_code.h"
#include "runtime/model/model_check.h"
#include "runtime/opset/builtin_options.h"
#include "runtime/tflite/builtin_names.h"

namespace litevk::model_check {
namespace {

constexpr int kAbsent = -1;
constexpr int kNobody = -1;

using Ids = flatbuffers::Vector<int32_t>;

bool HasNoElements(const schema::Tensor& tensor) {
  for (size_t axis = 0; axis < SizeOf(tensor.shape()); ++axis) {
    if (tensor.shape()->Get(static_cast<uint32_t>(axis)) == 0) return true;
  }
  return false;
}

std::string Names(const char* role, uint32_t position, int id) {
  return std::string(role) + " " + std::to_string(position) + " is tensor " + std::to_string(id);
}

// Traverses one subgraph's operators in the order of the file, which is the order of execution. Tracks the
// tensors that have a value.
class OperatorChecker {
 public:
  OperatorChecker(const Source& source, const schema::SubGraph& subgraph);

  Status Check();

 private:
  Status CheckOperator(const schema::Operator& op);
  Status CheckOptions(const schema::Operator& op) const;
  Status CheckIds(const char* role, const Ids* ids) const;
  Status CheckValues(const char* role, const Ids* ids) const;
  Status Write(const Ids* ids);
  int LaterWriter(int id) const;
  const schema::OperatorCode& CodeOf(const schema::Operator& op) const {
    return *source_.root.operator_codes()->Get(op.opcode_index());
  }
  const schema::Tensor& TensorOf(size_t id) const {
    return *subgraph_.tensors()->Get(static_cast<uint32_t>(id));
  }

  const Source& source_;
  const schema::SubGraph& subgraph_;
  std::vector<bool> has_value_;  // indexed by tensor
  std::vector<bool> is_input_;   // indexed by tensor
  std::vector<int> writer_;      // indexed by tensor: an operator's index
  int current_ = 0;              // the operator being checked
};

OperatorChecker::OperatorChecker(const Source& source, const schema::SubGraph& subgraph)
    : source_(source),
      subgraph_(subgraph),
      has_value_(SizeOf(subgraph.tensors()), false),
      is_input_(has_value_.size(), false),
      writer_(has_value_.size(), kNobody) {
  for (size_t id = 0; id < has_value_.size(); ++id) {
    const schema::Tensor& tensor = TensorOf(id);
    has_value_[id] = tensor.is_variable() || IsConstant(source, tensor) || HasNoElements(tensor);
  }
  for (size_t index = 0; index < SizeOf(subgraph.inputs()); ++index) {
    const auto id = static_cast<size_t>(subgraph.inputs()->Get(static_cast<uint32_t>(index)));
    has_value_[id] = true;
    is_input_[id] = true;
  }
}

Status OperatorChecker::Check() {
  for (size_t index = 0; index < SizeOf(subgraph_.operators()); ++index) {
    current_ = static_cast<int>(index);
    const schema::Operator& op = *subgraph_.operators()->Get(static_cast<uint32_t>(index));
    std::string prefix = "operator " + std::to_string(index);
    if (op.opcode_index() >= SizeOf(source_.root.operator_codes())) {
      return At(prefix, InvalidArgument("its code is " + std::to_string(op.opcode_index()) + " of " +
                                        std::to_string(SizeOf(source_.root.operator_codes()))));
    }
    prefix += " (" + std::string(abi::BuiltinName(BuiltinCodeOf(CodeOf(op)))) + ")";
    LITEVK_RETURN_IF_ERROR(At(prefix, CheckOperator(op)));
  }
  return CheckValues("output", subgraph_.outputs());
}

Status OperatorChecker::CheckOperator(const schema::Operator& op) {
  LITEVK_RETURN_IF_ERROR(
      source_.budget.Spend(1 + SizeOf(op.inputs()) + SizeOf(op.outputs()) + SizeOf(op.intermediates())));
  LITEVK_RETURN_IF_ERROR(CheckOptions(op));
  LITEVK_RETURN_IF_ERROR(CheckIds("input", op.inputs()));
  LITEVK_RETURN_IF_ERROR(CheckIds("output", op.outputs()));
  LITEVK_RETURN_IF_ERROR(CheckIds("intermediate", op.intermediates()));
  LITEVK_RETURN_IF_ERROR(CheckValues("input", op.inputs()));
  return Write(op.outputs());
}

Status OperatorChecker::CheckOptions(const schema::Operator& op) const {
  LITEVK_RETURN_IF_ERROR(ParseBuiltinOptions(op, BuiltinCodeOf(CodeOf(op))).status());
  const uint64_t offset = op.large_custom_options_offset();
  const uint64_t size = op.large_custom_options_size();
  if (op.custom_options() != nullptr || offset <= 1 || LiesIn(offset, size, source_.bytes)) return {};
  return InvalidArgument("its options at bytes " + std::to_string(offset) + " + " + std::to_string(size) +
                         " lie outside of the file of " + std::to_string(source_.bytes.size()) + " bytes");
}

Status OperatorChecker::CheckIds(const char* role, const Ids* ids) const {
  for (uint32_t index = 0; index < SizeOf(ids); ++index) {
    const int id = ids->Get(index);
    if (id == kAbsent || (id >= 0 && static_cast<size_t>(id) < writer_.size())) continue;
    return InvalidArgument(Names(role, index, id) + " of " + std::to_string(writer_.size()));
  }
  return {};
}

Status OperatorChecker::CheckValues(const char* role, const Ids* ids) const {
  for (uint32_t index = 0; index < SizeOf(ids); ++index) {
    const int id = ids->Get(index);
    if (id == kAbsent || has_value_[static_cast<size_t>(id)]) continue;
    const int writer = LaterWriter(id);
    return InvalidArgument(Names(role, index, id) +
                           (writer == kNobody
                                ? ", which nothing writes"
                                : ", which only operator " + std::to_string(writer) + " writes"));
  }
  return {};
}

Status OperatorChecker::Write(const Ids* ids) {
  for (uint32_t index = 0; index < SizeOf(ids); ++index) {
    if (ids->Get(index) == kAbsent) continue;
    const auto id = static_cast<size_t>(ids->Get(index));
    const std::string name = Names("output", index, ids->Get(index));
    if (IsConstant(source_, TensorOf(id))) return InvalidArgument(name + ", which is a constant");
    if (is_input_[id]) return InvalidArgument(name + ", which is an input of the subgraph");
    if (writer_[id] != kNobody) {
      return InvalidArgument(name + ", which operator " + std::to_string(writer_[id]) + " writes too");
    }
    writer_[id] = current_;
    has_value_[id] = true;
  }
  return {};
}

// Returns the first operator from the current one on that writes the tensor.
int OperatorChecker::LaterWriter(int id) const {
  for (size_t index = static_cast<size_t>(current_); index < SizeOf(subgraph_.operators()); ++index) {
    const Ids* outputs = subgraph_.operators()->Get(static_cast<uint32_t>(index))->outputs();
    for (uint32_t position = 0; position < SizeOf(outputs); ++position) {
      if (outputs->Get(position) == id) return static_cast<int>(index);
    }
  }
  return kNobody;
}

}  // namespace

Status CheckOperators(const Source& source, const schema::SubGraph& subgraph) {
  return OperatorChecker(source, subgraph).Check();
}

}  // namespace litevk::model_check
