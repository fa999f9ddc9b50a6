#include "tests/runtime/model/test_model.h"

#include <algorithm>

namespace litevk::test {

TestModel::TestModel() {
  model_.version = 3;
  model_.buffers.push_back(std::make_unique<schema::BufferT>());  // buffer 0 is empty
  AddSubgraph("main");
}

TestModel::TestModel(TestModel&&) noexcept = default;
TestModel& TestModel::operator=(TestModel&&) noexcept = default;
TestModel::~TestModel() = default;

int TestModel::AddSubgraph(const std::string& name) {
  model_.subgraphs.push_back(std::make_unique<schema::SubGraphT>());
  subgraph().name = name;
  return static_cast<int>(model_.subgraphs.size()) - 1;
}

int TestModel::Tensor(std::vector<int> dims, schema::TensorType type) {
  auto tensor = std::make_unique<schema::TensorT>();
  tensor->name = "t" + std::to_string(subgraph().tensors.size());
  tensor->type = type;
  tensor->shape = std::move(dims);
  subgraph().tensors.push_back(std::move(tensor));
  return static_cast<int>(subgraph().tensors.size()) - 1;
}

int TestModel::Input(std::vector<int> dims, schema::TensorType type) {
  const int id = Tensor(std::move(dims), type);
  subgraph().inputs.push_back(id);
  return id;
}

int TestModel::Variable(std::vector<int> dims, schema::TensorType type) {
  const int id = Tensor(std::move(dims), type);
  tensor(id).is_variable = true;
  return id;
}

schema::OperatorT& TestModel::AddOp(int op_code, std::vector<int> inputs, std::vector<int> outputs,
                                    int version) {
  return AddOperator(OpCodeIndex(op_code, "", version), std::move(inputs), std::move(outputs));
}

schema::OperatorT& TestModel::AddCustomOp(const std::string& name, std::vector<int> inputs,
                                          std::vector<int> outputs, std::vector<uint8_t> options) {
  const auto index = OpCodeIndex(abi::kTfLiteBuiltinCustom, name, 1);
  schema::OperatorT& op = AddOperator(index, std::move(inputs), std::move(outputs));
  op.custom_options = std::move(options);
  return op;
}

int TestModel::Op(int op_code, std::vector<int> inputs, std::vector<int> dims) {
  const int output = Tensor(std::move(dims));
  AddOp(op_code, std::move(inputs), {output});
  return output;
}

void TestModel::AddMetadata(const std::string& name, const std::string& value) {
  auto metadata = std::make_unique<schema::MetadataT>();
  metadata->name = name;
  metadata->buffer = AddBuffer(std::as_bytes(std::span(value)));
  model_.metadata.push_back(std::move(metadata));
}

std::vector<std::byte> TestModel::Bytes() const {
  flatbuffers::FlatBufferBuilder builder;
  schema::FinishModelBuffer(builder, schema::Model::Pack(builder, &model_));
  const auto bytes = std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize()));
  return {bytes.begin(), bytes.end()};
}

Result<std::shared_ptr<const Model>> TestModel::Load() {
  return Model::FromBuffer(files_.emplace_back(Bytes()));
}

uint32_t TestModel::AddBuffer(std::span<const std::byte> bytes) {
  auto buffer = std::make_unique<schema::BufferT>();
  const auto* first = reinterpret_cast<const uint8_t*>(bytes.data());
  buffer->data.assign(first, first + bytes.size());
  model_.buffers.push_back(std::move(buffer));
  return static_cast<uint32_t>(model_.buffers.size()) - 1;
}

uint32_t TestModel::OpCodeIndex(int op_code, const std::string& name, int version) {
  for (size_t index = 0; index < model_.operator_codes.size(); ++index) {
    const schema::OperatorCodeT& code = *model_.operator_codes[index];
    if (code.builtin_code == op_code && code.custom_code == name && code.version == version) {
      return static_cast<uint32_t>(index);
    }
  }
  constexpr int kPlaceholder = 127;  // value of the old field for codes that do not fit it
  auto code = std::make_unique<schema::OperatorCodeT>();
  code->deprecated_builtin_code = static_cast<int8_t>(std::min(op_code, kPlaceholder));
  code->builtin_code = op_code;
  code->custom_code = name;
  code->version = version;
  model_.operator_codes.push_back(std::move(code));
  return static_cast<uint32_t>(model_.operator_codes.size()) - 1;
}

schema::OperatorT& TestModel::AddOperator(uint32_t code_index, std::vector<int> inputs,
                                          std::vector<int> outputs) {
  auto op = std::make_unique<schema::OperatorT>();
  op->opcode_index = code_index;
  op->inputs = std::move(inputs);
  op->outputs = std::move(outputs);
  subgraph().operators.push_back(std::move(op));
  return *subgraph().operators.back();
}

}  // namespace litevk::test
