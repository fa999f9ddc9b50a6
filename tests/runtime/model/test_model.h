// Builds small .tflite models for tests with the schema's object API (litevk::test::schema, which has the
// same types as litevk::schema).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/model/model.h"
#include "runtime/tflite/builtin_ops.h"
#include "tests/runtime/model/test_schema_generated.h"

namespace litevk::test {

// A model under construction. Tensors and operators are added to the last added subgraph. The first one
// exists from the start.
class TestModel {
 public:
  TestModel();
  TestModel(TestModel&&) noexcept;
  TestModel& operator=(TestModel&&) noexcept;
  ~TestModel();

  int AddSubgraph(const std::string& name);

  int Tensor(std::vector<int> dims, schema::TensorType type = schema::TensorType::FLOAT32);
  int Input(std::vector<int> dims, schema::TensorType type = schema::TensorType::FLOAT32);
  int Variable(std::vector<int> dims, schema::TensorType type = schema::TensorType::FLOAT32);
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

  // Returns the operator, so that its options can be set.
  schema::OperatorT& AddOp(int op_code, std::vector<int> inputs, std::vector<int> outputs, int version = 1);
  schema::OperatorT& AddCustomOp(const std::string& name, std::vector<int> inputs, std::vector<int> outputs,
                                 std::vector<uint8_t> options = {});
  // Adds an operator with one new output and returns the output's id.
  int Op(int op_code, std::vector<int> inputs, std::vector<int> dims);

  void SetOutputs(std::vector<int> ids) { subgraph().outputs = std::move(ids); }
  void AddMetadata(const std::string& name, const std::string& value);

  schema::TensorT& tensor(int id) { return *subgraph().tensors[static_cast<size_t>(id)]; }
  schema::SubGraphT& subgraph() { return *model_.subgraphs.back(); }
  schema::ModelT& model() { return model_; }

  std::vector<std::byte> Bytes() const;
  // Loads the model, which is valid as long as this object.
  Result<std::shared_ptr<const Model>> Load();

 private:
  uint32_t AddBuffer(std::span<const std::byte> bytes);
  uint32_t OpCodeIndex(int op_code, const std::string& name, int version);
  schema::OperatorT& AddOperator(uint32_t code_index, std::vector<int> inputs, std::vector<int> outputs);

  schema::ModelT model_;
  std::deque<std::vector<std::byte>> files_;  // files of all calls of Load(); a deque, since models point
                                              // into them
};

}  // namespace litevk::test
