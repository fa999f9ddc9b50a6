// Small .tflite models for tests, made with the object API of the schema (litevk::test::schema, which has
// the same types as litevk::schema).
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/model/model.h"
#include "runtime/tflite/builtin_ops.h"
#include "tests/interpreter/test_schema_generated.h"

namespace litevk::test {

// A model under construction. Tensors and operators go to the subgraph that was added last, the first of
// which exists from the start.
class TestModel {
 public:
  TestModel() {
    model_.version = 3;
    model_.buffers.push_back(std::make_unique<schema::BufferT>());  // buffer 0 is the empty one
    AddSubgraph("main");
  }

  int AddSubgraph(const std::string& name) {
    model_.subgraphs.push_back(std::make_unique<schema::SubGraphT>());
    subgraph().name = name;
    return static_cast<int>(model_.subgraphs.size()) - 1;
  }

  int Tensor(std::vector<int> dims, schema::TensorType type = schema::TensorType::FLOAT32) {
    auto tensor = std::make_unique<schema::TensorT>();
    tensor->name = "t" + std::to_string(subgraph().tensors.size());
    tensor->type = type;
    tensor->shape = std::move(dims);
    subgraph().tensors.push_back(std::move(tensor));
    return static_cast<int>(subgraph().tensors.size()) - 1;
  }
  int Input(std::vector<int> dims, schema::TensorType type = schema::TensorType::FLOAT32) {
    const int id = Tensor(std::move(dims), type);
    subgraph().inputs.push_back(id);
    return id;
  }
  int Variable(std::vector<int> dims, schema::TensorType type = schema::TensorType::FLOAT32) {
    const int id = Tensor(std::move(dims), type);
    tensor(id).is_variable = true;
    return id;
  }
  template <typename T>
  int Constant(std::vector<int> dims, schema::TensorType type, const std::vector<T>& values) {
    const int id = Tensor(std::move(dims), type);
    tensor(id).buffer = AddBuffer(std::as_bytes(std::span(values)));
    return id;
  }
  int Floats(std::vector<int> dims, const std::vector<float>& values) {
    return Constant(std::move(dims), schema::TensorType::FLOAT32, values);
  }
  int Ints(const std::vector<int>& values) {
    return Constant({static_cast<int>(values.size())}, schema::TensorType::INT32, values);
  }

  // Returns the operator, for its options.
  schema::OperatorT& AddOp(int op_code, std::vector<int> inputs, std::vector<int> outputs, int version = 1) {
    return AddOperator(OpCodeIndex(op_code, "", version), std::move(inputs), std::move(outputs));
  }
  schema::OperatorT& AddCustomOp(const std::string& name, std::vector<int> inputs, std::vector<int> outputs,
                                 std::vector<uint8_t> options = {}) {
    const auto index = OpCodeIndex(abi::kTfLiteBuiltinCustom, name, 1);
    schema::OperatorT& op = AddOperator(index, std::move(inputs), std::move(outputs));
    op.custom_options = std::move(options);
    return op;
  }
  // An operator with one new output, whose id it returns.
  int Op(int op_code, std::vector<int> inputs, std::vector<int> dims) {
    const int output = Tensor(std::move(dims));
    AddOp(op_code, std::move(inputs), {output});
    return output;
  }

  void SetOutputs(std::vector<int> ids) { subgraph().outputs = std::move(ids); }
  void AddMetadata(const std::string& name, const std::string& value) {
    auto metadata = std::make_unique<schema::MetadataT>();
    metadata->name = name;
    metadata->buffer = AddBuffer(std::as_bytes(std::span(value)));
    model_.metadata.push_back(std::move(metadata));
  }

  schema::TensorT& tensor(int id) { return *subgraph().tensors[static_cast<size_t>(id)]; }
  schema::SubGraphT& subgraph() { return *model_.subgraphs.back(); }
  schema::ModelT& model() { return model_; }

  std::vector<std::byte> Bytes() const {
    flatbuffers::FlatBufferBuilder builder;
    schema::FinishModelBuffer(builder, schema::Model::Pack(builder, &model_));
    const auto bytes = std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize()));
    return {bytes.begin(), bytes.end()};
  }
  // Valid as long as this object is.
  Result<std::shared_ptr<const Model>> Load() { return Model::FromBuffer(files_.emplace_back(Bytes())); }

 private:
  uint32_t AddBuffer(std::span<const std::byte> bytes) {
    auto buffer = std::make_unique<schema::BufferT>();
    const auto* first = reinterpret_cast<const uint8_t*>(bytes.data());
    buffer->data.assign(first, first + bytes.size());
    model_.buffers.push_back(std::move(buffer));
    return static_cast<uint32_t>(model_.buffers.size()) - 1;
  }

  uint32_t OpCodeIndex(int op_code, const std::string& name, int version) {
    for (size_t index = 0; index < model_.operator_codes.size(); ++index) {
      const schema::OperatorCodeT& code = *model_.operator_codes[index];
      if (code.builtin_code == op_code && code.custom_code == name && code.version == version) {
        return static_cast<uint32_t>(index);
      }
    }
    constexpr int kPlaceholder = 127;  // in the old field, for the codes that do not fit it
    auto code = std::make_unique<schema::OperatorCodeT>();
    code->deprecated_builtin_code = static_cast<int8_t>(std::min(op_code, kPlaceholder));
    code->builtin_code = op_code;
    code->custom_code = name;
    code->version = version;
    model_.operator_codes.push_back(std::move(code));
    return static_cast<uint32_t>(model_.operator_codes.size()) - 1;
  }

  schema::OperatorT& AddOperator(uint32_t code_index, std::vector<int> inputs, std::vector<int> outputs) {
    auto op = std::make_unique<schema::OperatorT>();
    op->opcode_index = code_index;
    op->inputs = std::move(inputs);
    op->outputs = std::move(outputs);
    subgraph().operators.push_back(std::move(op));
    return *subgraph().operators.back();
  }

  schema::ModelT model_;
  std::deque<std::vector<std::byte>> files_;  // of each call of Load(); a deque: models point into them
};

}  // namespace litevk::test
