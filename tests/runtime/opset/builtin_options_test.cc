// Conversion of a model's options tables to the parameter structs of the C ABI.
#include "runtime/opset/builtin_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/opset/tensor_type.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/runtime/model/test_model.h"
#include "tests/runtime/opset/parsed_options.h"

namespace litevk::test {
namespace {

using testing::HasSubstr;
Parsed ParseNothing(int op_code) { return Parsed(op_code, schema::BuiltinOptionsUnion()); }

TEST(BuiltinOptions, AreNullForOperatorsWithoutParameters) {
  EXPECT_EQ(ParseNothing(abi::kTfLiteBuiltinRelu).get(), nullptr);
  EXPECT_EQ(Parse(abi::kTfLiteBuiltinTranspose, schema::TransposeOptionsT()).get(), nullptr);
  EXPECT_EQ(ParseNothing(abi::kTfLiteBuiltinCustom).get(), nullptr);
  EXPECT_EQ(ParseNothing(208).get(), nullptr);  // STABLEHLO_CBRT, which is not supported
}

TEST(BuiltinOptions, AreReadFromTheSecondList) {
  schema::ReduceWindowOptionsT options;
  options.reduce_function = schema::ReduceWindowFunction::MAXIMUM;
  schema::OperatorT op;
  op.builtin_options_2.Set(options);
  const Parsed parsed(abi::kTfLiteBuiltinReduceWindow, op);
  ASSERT_TRUE(parsed.ok()) << parsed.message();
  EXPECT_EQ(parsed.As<abi::TfLiteReduceWindowParams>().reduce_function, abi::kTfLiteReduceWindowFunctionMax);
  op.builtin_options_2.Set(schema::StablehloPadOptionsT());
  EXPECT_THAT(Parsed(abi::kTfLiteBuiltinReduceWindow, op).message(),
              HasSubstr("expected 20, ReduceWindowOptions"));
}

// Verified by the undefined behavior sanitizer, which also checks FlatBuffers' own reads (from 23.5 on).
TEST(BuiltinOptions, AreReadFromUnalignedVectors) {
  schema::StablehloPadOptionsT options;
  options.edge_padding_low = {1, -2};
  schema::OperatorT op;
  op.builtin_options_2.Set(options);
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(schema::Operator::Pack(builder, &op));
  const auto pad_of = [](const std::byte* bytes) {
    return flatbuffers::GetRoot<litevk::schema::Operator>(bytes)->builtin_options_2_as_StablehloPadOptions();
  };
  const std::span packed = std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize()));
  // One of two addresses, four bytes apart, is no multiple of eight for the vector.
  std::vector<int64_t> storage((packed.size() / sizeof(int64_t)) + 2);
  std::byte* bytes = std::as_writable_bytes(std::span(storage)).data();
  std::ranges::copy(packed, bytes);
  const auto is_aligned = [&] {
    return reinterpret_cast<uintptr_t>(pad_of(bytes)->edge_padding_low()->Data()) % alignof(int64_t) == 0;
  };
  if (is_aligned()) {
    bytes += sizeof(int32_t);
    std::ranges::copy(packed, bytes);
  }
  ASSERT_FALSE(is_aligned());
  const auto parsed = ParseBuiltinOptions(*flatbuffers::GetRoot<litevk::schema::Operator>(bytes),
                                          abi::kTfLiteBuiltinStablehloPad);
  ASSERT_TRUE(parsed.ok()) << parsed.status().message();
  const auto& params = *static_cast<const abi::TfLiteStablehloPadParams*>(parsed->get());
  EXPECT_EQ(params.edge_padding_low[0], 1);
  EXPECT_EQ(params.edge_padding_low[1], -2);
}

TEST(BuiltinOptions, AreZeroWithoutATable) {
  const Parsed parsed = ParseNothing(abi::kTfLiteBuiltinConv2d);
  ASSERT_TRUE(parsed.ok()) << parsed.message();
  const auto* bytes = static_cast<const std::byte*>(parsed.get());
  // The struct, followed by zeros for the fields of a newer delegate's longer struct.
  EXPECT_TRUE(std::all_of(bytes, bytes + sizeof(abi::TfLiteConvParams) + 64,
                          [](std::byte byte) { return byte == std::byte{0}; }));
}

TEST(BuiltinOptions, RefuseTheTableOfAnotherOperator) {
  const Parsed parsed = Parse(abi::kTfLiteBuiltinMaxPool2d, schema::Conv2DOptionsT());
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.message(), "has options of kind 1, expected 5, Pool2DOptions");
}

TEST(BuiltinOptions, RefuseTheTableOfAnotherOperatorOfTheSecondList) {
  const Parsed parsed = Parse2(abi::kTfLiteBuiltinStablehloReduceWindow, schema::StablehloCaseOptionsT());
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.message(), "has options of kind 23, expected 13, StablehloReduceWindowOptions");
}

// A table of the other enumeration is not the operator's.
TEST(BuiltinOptions, OfOneListLeaveTheOtherAlone) {
  const Parsed first = Parse2(abi::kTfLiteBuiltinConv2d, schema::StablehloReduceWindowOptionsT());
  ASSERT_TRUE(first.ok()) << first.message();
  EXPECT_EQ(first.As<abi::TfLiteConvParams>().stride_width, 0);
  const Parsed second = Parse(abi::kTfLiteBuiltinStablehloReduceWindow, schema::Conv2DOptionsT());
  ASSERT_TRUE(second.ok()) << second.message();
  EXPECT_EQ(second.As<abi::TfLiteStablehloReduceWindowParams>().window_strides[0], 0);
}

}  // namespace
}  // namespace litevk::test
