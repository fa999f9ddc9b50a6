// Models with IF, WHILE, CALL and CALL_ONCE for tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runtime/tflite/builtin_ops.h"
#include "tests/runtime/model/test_model.h"

namespace litevk::test {

inline constexpr auto kFloat = schema::TensorType::FLOAT32;
inline constexpr auto kInt = schema::TensorType::INT32;
inline constexpr auto kBool = schema::TensorType::BOOL;
inline constexpr auto kString = schema::TensorType::STRING;
inline constexpr auto kResource = schema::TensorType::RESOURCE;

inline void AddIf(TestModel& model, std::vector<int> inputs, std::vector<int> outputs, int then_subgraph,
                  int else_subgraph) {
  schema::IfOptionsT options;
  options.then_subgraph_index = then_subgraph;
  options.else_subgraph_index = else_subgraph;
  model.AddOp(abi::kTfLiteBuiltinIf, std::move(inputs), std::move(outputs)).builtin_options.Set(options);
}

inline void AddWhile(TestModel& model, std::vector<int> inputs, std::vector<int> outputs, int condition,
                     int body) {
  schema::WhileOptionsT options;
  options.cond_subgraph_index = condition;
  options.body_subgraph_index = body;
  model.AddOp(abi::kTfLiteBuiltinWhile, std::move(inputs), std::move(outputs)).builtin_options.Set(options);
}

inline void AddCall(TestModel& model, std::vector<int> inputs, std::vector<int> outputs, int subgraph) {
  schema::CallOptionsT options;
  options.subgraph = static_cast<uint32_t>(subgraph);
  model.AddOp(abi::kTfLiteBuiltinCall, std::move(inputs), std::move(outputs)).builtin_options.Set(options);
}

inline void AddCallOnce(TestModel& model, int subgraph) {
  schema::CallOnceOptionsT options;
  options.init_subgraph_index = subgraph;
  model.AddOp(abi::kTfLiteBuiltinCallOnce, {}, {}).builtin_options.Set(options);
}

// Adds a VAR_HANDLE and returns its handle.
inline int AddHandle(TestModel& model, const std::string& shared_name, const std::string& container = "") {
  const int handle = model.Tensor({}, kResource);
  schema::VarHandleOptionsT options;
  options.shared_name = shared_name;
  options.container = container;
  model.AddOp(abi::kTfLiteBuiltinVarHandle, {}, {handle}).builtin_options.Set(options);
  return handle;
}

inline void AddConcatenation(TestModel& model, std::vector<int> inputs, int output) {
  model.AddOp(abi::kTfLiteBuiltinConcatenation, std::move(inputs), {output})
      .builtin_options.Set(schema::ConcatenationOptionsT());
}

// A subgraph x -> (x <op> value), with the shape `dims` of x.
inline int AddArithmeticSubgraph(TestModel& model, const std::string& name, int op_code, float value,
                                 std::vector<int> dims) {
  const int subgraph = model.AddSubgraph(name);
  const int x = model.Input(dims);
  model.SetOutputs({model.Op(op_code, {x, model.Floats({}, {value})}, std::move(dims))});
  return subgraph;
}

// A subgraph x -> (x, x) along dim 0, which doubles the shape {size}.
inline int AddDoublingSubgraph(TestModel& model, const std::string& name, int size) {
  const int subgraph = model.AddSubgraph(name);
  const int x = model.Input({size});
  const int y = model.Tensor({2 * size});
  AddConcatenation(model, {x, x}, y);
  model.SetOutputs({y});
  return subgraph;
}

// Adds the condition of a counting loop: (i, ...) -> i < limit, where i is one int32. The other variables
// have these dims and type.
inline int AddCountCondition(TestModel& model, int limit, const std::vector<std::vector<int>>& others,
                             schema::TensorType type = kFloat) {
  const int subgraph = model.AddSubgraph("condition");
  const int i = model.Input({1}, kInt);
  for (const std::vector<int>& dims : others) model.Input(dims, type);
  const int result = model.Tensor({1}, kBool);
  model.AddOp(abi::kTfLiteBuiltinLess, {i, model.Ints({limit})}, {result});
  model.SetOutputs({result});
  return subgraph;
}

// The counter in the body of a counting loop: its input i, and i + 1.
struct Counter {
  int now;
  int next;
};
inline Counter AddCounter(TestModel& model) {
  Counter counter = {model.Input({1}, kInt), model.Tensor({1}, kInt)};
  model.AddOp(abi::kTfLiteBuiltinAdd, {counter.now, model.Ints({1})}, {counter.next});
  return counter;
}

// Computes i, x -> while (i < limit) { i += 1; x += x }, or with another operator in place of the addition.
inline TestModel CountingLoop(int limit, int op_code = abi::kTfLiteBuiltinAdd) {
  TestModel model;
  const int i = model.Input({1}, kInt);
  const int x = model.Input({2});
  const int last = model.Tensor({1}, kInt);
  const int y = model.Tensor({2});
  AddWhile(model, {i, x}, {last, y}, 1, 2);
  model.SetOutputs({y, last});
  AddCountCondition(model, limit, {{2}});
  model.AddSubgraph("body");
  const Counter counter = AddCounter(model);
  const int old = model.Input({2});
  model.SetOutputs({counter.next, model.Op(op_code, {old, old}, {2})});
  return model;
}

}  // namespace litevk::test
