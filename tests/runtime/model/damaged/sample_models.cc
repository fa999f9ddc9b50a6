#include "tests/runtime/model/damaged/sample_models.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

namespace litevk::test {
namespace {

using Type = schema::TensorType;

constexpr size_t kAlignment = 16;

// Makes a convolution with quantized weights, then a reshape and an addition.
TestModel MakeConvolution() {
  TestModel model;
  const int input = model.Input({1, 4, 4, 2});
  model.tensor(input).shape_signature = {-1, 4, 4, 2};
  const int filter = model.Floats({2, 3, 3, 2}, std::vector<float>(36, 0.5F));
  auto quantization = std::make_unique<schema::QuantizationParametersT>();
  quantization->scale = {0.5F, 0.25F};
  quantization->zero_point = {0, 3};
  model.tensor(filter).quantization = std::move(quantization);
  const int bias = model.Floats({2}, {1, 2});
  const int convolved = model.Tensor({1, 4, 4, 2});
  schema::Conv2DOptionsT options;
  options.stride_w = options.stride_h = 1;
  options.fused_activation_function = schema::ActivationFunctionType::RELU;
  model.AddOp(abi::kTfLiteBuiltinConv2d, {input, filter, bias}, {convolved}).builtin_options.Set(options);
  const int shape = model.Ints({1, 32});
  const int flat = model.Tensor({1, 32});
  schema::ReshapeOptionsT reshape;
  reshape.new_shape = {1, 32};
  model.AddOp(abi::kTfLiteBuiltinReshape, {convolved, shape}, {flat}).builtin_options.Set(reshape);
  const int output = model.Tensor({1, 32});
  model.AddOp(abi::kTfLiteBuiltinAdd, {flat, flat}, {output}).builtin_options.Set(schema::AddOptionsT());
  model.SetOutputs({output});
  return model;
}

void AddSignature(TestModel& model, uint32_t input, uint32_t output) {
  auto signature = std::make_unique<schema::SignatureDefT>();
  signature->signature_key = "serving_default";
  signature->inputs.push_back(std::make_unique<schema::TensorMapT>());
  signature->inputs[0]->name = "text";
  signature->inputs[0]->tensor_index = input;
  signature->outputs.push_back(std::make_unique<schema::TensorMapT>());
  signature->outputs[0]->name = "scores";
  signature->outputs[0]->tensor_index = output;
  model.model().signature_defs.push_back(std::move(signature));
}

// Makes a model with strings, metadata, a signature and a custom operator.
TestModel MakeText() {
  TestModel model;
  const int input = model.Input({2}, Type::STRING);
  // Two strings, "ab" and "c", which begin at byte 16.
  const int words = model.Constant({2}, Type::STRING, std::vector<int>{2, 16, 18, 19});
  std::vector<uint8_t>& data = model.model().buffers.back()->data;
  data.insert(data.end(), {'a', 'b', 'c'});
  const int equal = model.Tensor({2}, Type::BOOL);
  model.AddOp(abi::kTfLiteBuiltinEqual, {input, words}, {equal}, 3);
  const int output = model.Tensor({2});
  model.AddCustomOp("MyOperator", {equal, -1}, {output}, {1, 2, 3});
  model.SetOutputs({output});
  model.AddMetadata("min_runtime_version", std::string("2.14.0\0\0\0\0\0\0\0\0\0\0", 16));
  AddSignature(model, static_cast<uint32_t>(input), static_cast<uint32_t>(output));
  return model;
}

// Adds a subgraph of one operator that reads its input twice.
void AddSmallSubgraph(TestModel& model, int op_code, Type result) {
  model.AddSubgraph("");
  const int input = model.Input({1});
  const int output = model.Tensor({1}, result);
  model.AddOp(op_code, {input, input}, {output});
  model.SetOutputs({output});
}

void AddVariableSubgraph(TestModel& model, schema::VarHandleOptionsT variable) {
  model.AddSubgraph("");
  const int value = model.Floats({1}, {7});
  const int handle = model.Tensor({1}, Type::RESOURCE);
  model.AddOp(abi::kTfLiteBuiltinVarHandle, {}, {handle}).builtin_options.Set(std::move(variable));
  model.AddOp(abi::kTfLiteBuiltinAssignVariable, {handle, value}, {});
}

// Makes a model with IF, WHILE, and CALL_ONCE of a subgraph that sets a resource variable.
TestModel MakeControlFlow() {
  TestModel model;
  const int condition = model.Input({1}, Type::BOOL);
  const int input = model.Input({1});
  const int chosen = model.Tensor({1});
  const int looped = model.Tensor({1});
  const int handle = model.Tensor({1}, Type::RESOURCE);
  const int stored = model.Tensor({1});
  schema::CallOnceOptionsT once;
  once.init_subgraph_index = 4;
  model.AddOp(abi::kTfLiteBuiltinCallOnce, {}, {}).builtin_options.Set(once);
  schema::VarHandleOptionsT variable;
  variable.shared_name = "counter";
  model.AddOp(abi::kTfLiteBuiltinVarHandle, {}, {handle}).builtin_options.Set(variable);
  model.AddOp(abi::kTfLiteBuiltinReadVariable, {handle}, {stored});
  schema::IfOptionsT branches;
  branches.then_subgraph_index = 1;
  branches.else_subgraph_index = 2;
  model.AddOp(abi::kTfLiteBuiltinIf, {condition, input}, {chosen}).builtin_options.Set(branches);
  schema::WhileOptionsT loop;
  loop.cond_subgraph_index = 3;
  loop.body_subgraph_index = 1;
  model.AddOp(abi::kTfLiteBuiltinWhile, {chosen}, {looped}).builtin_options.Set(loop);
  model.SetOutputs({looped, stored});
  AddSmallSubgraph(model, abi::kTfLiteBuiltinMaximum, Type::FLOAT32);
  AddSmallSubgraph(model, abi::kTfLiteBuiltinMinimum, Type::FLOAT32);
  AddSmallSubgraph(model, abi::kTfLiteBuiltinLess, Type::BOOL);
  AddVariableSubgraph(model, variable);
  return model;
}

std::unique_ptr<schema::DimensionMetadataT> DenseLevel(int size) {
  auto level = std::make_unique<schema::DimensionMetadataT>();
  level->dense_size = size;
  return level;
}

// Returns a sparsity for two rows of three blocks of two columns: blocks 0 and 2 of the first row are stored.
std::unique_ptr<schema::SparsityParametersT> MakeSparsity() {
  auto sparsity = std::make_unique<schema::SparsityParametersT>();
  sparsity->traversal_order = {0, 1, 2};
  sparsity->block_map = {1};
  sparsity->dim_metadata.push_back(DenseLevel(2));
  sparsity->dim_metadata.push_back(std::make_unique<schema::DimensionMetadataT>());
  sparsity->dim_metadata.push_back(DenseLevel(2));
  schema::DimensionMetadataT& columns = *sparsity->dim_metadata[1];
  columns.format = schema::DimensionType::SPARSE_CSR;
  schema::Int32VectorT segments;
  segments.values = {0, 2, 2};
  columns.array_segments.Set(segments);
  schema::Uint8VectorT indices;
  indices.values = {0, 2};
  columns.array_indices.Set(indices);
  return sparsity;
}

TestModel MakeSparse() {
  TestModel model;
  const int weights = model.Floats({2, 6}, {1, 2, 3, 4});
  model.tensor(weights).sparsity = MakeSparsity();
  const int dense = model.Op(abi::kTfLiteBuiltinDensify, {weights}, {2, 6});
  const int input = model.Input({2, 6});
  const int output = model.Op(abi::kTfLiteBuiltinAdd, {input, dense}, {2, 6});
  model.subgraph().operators.back()->builtin_options.Set(schema::AddOptionsT());
  model.SetOutputs({output});
  return model;
}

// Makes a model with a constant and custom options behind the FlatBuffer, and a variable.
TestModel MakeOutside() {
  TestModel model;
  const int input = model.Input({3}, Type::INT64);
  const int constant = model.Constant({3}, Type::INT64, std::vector<int64_t>());
  model.model().buffers.back()->offset = kOutside;
  model.model().buffers.back()->size = 3 * sizeof(int64_t);
  const int state = model.Variable({3}, Type::INT64);
  const int sum = model.Tensor({3}, Type::INT64);
  model.AddOp(abi::kTfLiteBuiltinAddN, {input, constant, state}, {sum});
  const int output = model.Tensor({3}, Type::INT64);
  schema::OperatorT& op = model.AddCustomOp("MyOperator", {sum}, {output});
  op.large_custom_options_offset = kOutside;
  op.large_custom_options_size = 5;
  model.SetOutputs({output});
  return model;
}

constexpr SampleModel kSamples[] = {
    {"convolution", MakeConvolution}, {"text", MakeText},       {"control_flow", MakeControlFlow},
    {"sparse", MakeSparse},           {"outside", MakeOutside},
};

constexpr size_t RoundUp(size_t size) { return (size + kAlignment - 1) / kAlignment * kAlignment; }

flatbuffers::FlatBufferBuilder Pack(const schema::ModelT& model) {
  flatbuffers::FlatBufferBuilder builder;
  schema::FinishModelBuffer(builder, schema::Model::Pack(builder, &model));
  return builder;
}

}  // namespace

std::span<const SampleModel> SampleModels() { return kSamples; }

TestModel MakeSample(const std::string& name) {
  for (const SampleModel& sample : kSamples) {
    if (name == sample.name) return sample.make();
  }
  std::abort();
}

std::vector<std::byte> Serialize(schema::ModelT& model) {
  // Changes the model itself, since objects of flatc before version 2 cannot be copied.
  std::vector<uint64_t*> placed;
  size_t end = RoundUp(Pack(model).GetSize());
  const auto place = [&](uint64_t& offset, uint64_t size) {
    if (offset != kOutside) return;
    placed.push_back(&offset);
    offset = end;
    end = RoundUp(end + size);
  };
  for (const auto& buffer : model.buffers) place(buffer->offset, buffer->size);
  for (const auto& subgraph : model.subgraphs) {
    for (const auto& op : subgraph->operators) {
      place(op->large_custom_options_offset, op->large_custom_options_size);
    }
  }
  const flatbuffers::FlatBufferBuilder builder = Pack(model);
  for (uint64_t* offset : placed) *offset = kOutside;
  std::vector<std::byte> bytes(end, std::byte{1});
  std::memcpy(bytes.data(), builder.GetBufferPointer(), builder.GetSize());
  return bytes;
}

}  // namespace litevk::test
