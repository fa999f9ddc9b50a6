// Damaged files give a diagnostic or load. Time and memory must be proportionate to the file's size.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "runtime/model/builtin_code.h"
#include "runtime/model/model.h"
#include "runtime/opset/builtin_options.h"
#include "tests/runtime/model/damaged/sample_models.h"

namespace litevk::test {
namespace {

using testing::HasSubstr;

// Target of reads, so that they are not optimized away.
volatile size_t sink = 0;

size_t Sum(std::span<const std::byte> bytes) {
  return std::accumulate(bytes.begin(), bytes.end(), size_t{0},
                         [](size_t sum, std::byte byte) { return sum + static_cast<size_t>(byte); });
}

// Reads everything that a loaded model points to, so that a sanitizer detects reads outside of the file.
size_t ReadEverything(const Model& model) {
  size_t sum = Sum(model.Metadata("min_runtime_version").value_or(std::span<const std::byte>()));
  for (uint32_t index = 0; index < model.root().buffers()->size(); ++index) sum += Sum(model.Buffer(index));
  for (const auto* subgraph : *model.root().subgraphs()) {
    if (subgraph->operators() == nullptr) continue;
    for (const auto* op : *subgraph->operators()) {
      const auto* code = model.root().operator_codes()->Get(op->opcode_index());
      EXPECT_TRUE(ParseBuiltinOptions(*op, BuiltinCodeOf(*code)).ok());
      sum += Sum(model.CustomOptions(*op));
    }
  }
  return sum;
}

// True if the bytes load.
bool LoadAndRead(std::span<const std::byte> bytes) {
  const auto model = Model::FromBuffer(bytes);
  if (model.ok()) {
    sink = ReadEverything(**model);
    return true;
  }
  EXPECT_NE(model.status().message(), "");
  EXPECT_EQ(model.status().message().find('\n'), std::string::npos);
  return false;
}

class DamagedBytes : public testing::TestWithParam<SampleModel> {
 protected:
  const std::vector<std::byte> bytes_ = Serialize(GetParam().make().model());
};

TEST_P(DamagedBytes, CutOffAnywhere) {
  ASSERT_TRUE(LoadAndRead(bytes_));
  for (size_t size = 0; size < bytes_.size(); ++size) {
    // A copy of that size, so that reading past its end is an error.
    const std::vector<std::byte> cut(bytes_.begin(), bytes_.begin() + static_cast<ptrdiff_t>(size));
    LoadAndRead(cut);
  }
}

TEST_P(DamagedBytes, AnyByteReplaced) {
  constexpr std::array kValues = {std::byte{0}, std::byte{1}, std::byte{0x7F}, std::byte{0x80},
                                  std::byte{0xFF}};
  std::vector<std::byte> damaged = bytes_;
  size_t refused = 0;
  for (size_t at = 0; at < damaged.size(); ++at) {
    for (const std::byte value : kValues) {
      damaged[at] = value;
      refused += LoadAndRead(damaged) ? 0 : 1;
    }
    damaged[at] = bytes_[at];
  }
  EXPECT_GT(refused, damaged.size() / 2);
}

TEST_P(DamagedBytes, AnyBitFlipped) {
  std::vector<std::byte> damaged = bytes_;
  for (size_t at = 0; at < damaged.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      damaged[at] = bytes_[at] ^ std::byte{1} << bit;
      LoadAndRead(damaged);
    }
    damaged[at] = bytes_[at];
  }
}

// Offsets, sizes and indices are 32-bit words.
TEST_P(DamagedBytes, AnyWordReplaced) {
  constexpr std::array<uint32_t, 7> kValues = {0, 1, 64, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
  std::vector<std::byte> damaged = bytes_;
  for (size_t at = 0; at + 4 <= damaged.size(); at += 4) {
    for (const uint32_t value : kValues) {
      std::memcpy(&damaged[at], &value, sizeof value);
      LoadAndRead(damaged);
    }
    std::copy_n(bytes_.begin() + static_cast<ptrdiff_t>(at), 4, damaged.begin() + static_cast<ptrdiff_t>(at));
  }
}

INSTANTIATE_TEST_SUITE_P(, DamagedBytes, testing::ValuesIn(SampleModels().begin(), SampleModels().end()),
                         [](const auto& test) { return test.param.name; });

std::string LoadError(std::span<const std::byte> bytes) {
  const auto model = Model::FromBuffer(bytes);
  return model.ok() ? "" : model.status().message();
}

std::vector<std::byte> Finish(flatbuffers::FlatBufferBuilder& builder,
                              const std::vector<flatbuffers::Offset<schema::SubGraph>>& subgraphs) {
  const std::vector<flatbuffers::Offset<schema::Buffer>> buffers = {schema::CreateBuffer(builder)};
  schema::FinishModelBuffer(builder,
                            schema::CreateModelDirect(builder, 3, nullptr, &subgraphs, nullptr, &buffers));
  const auto bytes = std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize()));
  return {bytes.begin(), bytes.end()};
}

// Each part is small, but an interpreter that copies it for every reference needs `count` times the memory.
TEST(SharedParts, ScalesOfEveryTensor) {
  constexpr int kCount = 20'000;
  flatbuffers::FlatBufferBuilder builder;
  const std::vector<int> shape = {kCount};
  const std::vector<float> scales(kCount, 1);
  const std::vector<int64_t> zero_points(kCount, 0);
  const auto quantization =
      schema::CreateQuantizationParametersDirect(builder, nullptr, nullptr, &scales, &zero_points);
  const auto shared_shape = builder.CreateVector(shape);
  std::vector<flatbuffers::Offset<schema::Tensor>> tensors;
  for (int id = 0; id < kCount; ++id) {
    tensors.push_back(
        schema::CreateTensor(builder, shared_shape, schema::TensorType::INT8, 0, 0, quantization));
  }
  const std::vector<std::byte> bytes = Finish(builder, {schema::CreateSubGraphDirect(builder, &tensors)});
  EXPECT_THAT(LoadError(bytes), HasSubstr("the file refers to the same data too many times"));
}

TEST(SharedParts, OneTensorUsedAsAll) {
  constexpr size_t kCount = 500'000;
  flatbuffers::FlatBufferBuilder builder;
  const std::vector<int> shape(64, 1);
  const std::vector<flatbuffers::Offset<schema::Tensor>> tensors(kCount,
                                                                 schema::CreateTensorDirect(builder, &shape));
  const std::vector<std::byte> bytes = Finish(builder, {schema::CreateSubGraphDirect(builder, &tensors)});
  EXPECT_THAT(LoadError(bytes), HasSubstr("the file refers to the same data too many times"));
}

TEST(SharedParts, MoreTablesThanAnyModelHas) {
  flatbuffers::FlatBufferBuilder builder;
  const std::vector<flatbuffers::Offset<schema::Tensor>> tensors(2000, schema::CreateTensor(builder));
  const std::vector<flatbuffers::Offset<schema::SubGraph>> subgraphs(
      2000, schema::CreateSubGraphDirect(builder, &tensors));
  EXPECT_THAT(LoadError(Finish(builder, subgraphs)), HasSubstr("is damaged or cut off"));
}

// Makes `count` subgraphs, each of which calls the next one twice or, with CALL, once.
std::string NestedCallsError(int count, int op_code) {
  TestModel model;
  for (int next = 1; next < count; ++next) {
    schema::OperatorT& op = model.AddOp(op_code, {}, {});
    if (op_code == abi::kTfLiteBuiltinCall) {
      schema::CallOptionsT options;
      options.subgraph = static_cast<uint32_t>(next);
      op.builtin_options.Set(options);
    } else {
      schema::IfOptionsT options;
      options.then_subgraph_index = options.else_subgraph_index = next;
      op.builtin_options.Set(options);
    }
    model.AddSubgraph("");
  }
  return LoadError(model.Bytes());
}

TEST(NestedCalls, AreLimitedInDepth) {
  EXPECT_EQ(NestedCallsError(65, abi::kTfLiteBuiltinCall), "");
  EXPECT_EQ(NestedCallsError(66, abi::kTfLiteBuiltinCall), "subgraph 0: its calls are nested deeper than 64");
}

TEST(NestedCalls, AreLimitedInNumber) {
  EXPECT_EQ(NestedCallsError(16, abi::kTfLiteBuiltinIf), "");
  EXPECT_EQ(NestedCallsError(17, abi::kTfLiteBuiltinIf), "subgraph 0: it leads to more than 100000 calls");
}

TEST(NestedCalls, MayReturnToASharedSubgraph) {
  TestModel model;
  for (int call = 0; call < 50; ++call) {
    schema::CallOptionsT options;
    options.subgraph = 1;
    model.AddOp(abi::kTfLiteBuiltinCall, {}, {}).builtin_options.Set(options);
  }
  model.AddSubgraph("");
  EXPECT_EQ(LoadError(model.Bytes()), "");
}

}  // namespace
}  // namespace litevk::test
