#include "runtime/opset/op_versions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "delegate/kernel/op_spec.h"
#include "runtime/opset/kernel.h"
#include "runtime/tflite/builtin_names.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

using testing::ElementsAre;
using testing::Field;

TEST(OpVersions, AscendWithoutGaps) {
  EXPECT_GT(VersionedOperators().size(), 100U);
  for (const int op_code : VersionedOperators()) {
    int expected = FirstVersion(op_code);
    EXPECT_GE(expected, 1) << abi::BuiltinName(op_code);
    for (const OpVersion& version : VersionsOf(op_code)) {
      EXPECT_EQ(version.version, expected++) << abi::BuiltinName(op_code);
      EXPECT_FALSE(version.added.empty()) << abi::BuiltinName(op_code);
    }
    EXPECT_EQ(LastVersion(op_code), expected - 1);
  }
}

TEST(OpVersions, OfOneOperator) {
  const auto versions = VersionsOf(abi::kTfLiteBuiltinSoftmax);
  EXPECT_THAT(std::vector(versions.begin(), versions.end()),
              ElementsAre(Field(&OpVersion::runtime, "1.5.0"), Field(&OpVersion::runtime, "1.14.0"),
                          Field(&OpVersion::runtime, "2.3.0"), Field(&OpVersion::runtime, "2.23.0")));
  EXPECT_EQ(VersionsOf(abi::kTfLiteBuiltinConv2d).back().added, "int16 with a chosen bias type");
  EXPECT_EQ(LastVersion(abi::kTfLiteBuiltinFullyConnected), 14);
}

// TensorFlow Lite withdrew the first version of the operator.
TEST(OpVersions, OfAnOperatorWithoutTheFirst) {
  EXPECT_EQ(FirstVersion(abi::kTfLiteBuiltinBroadcastTo), 2);
  EXPECT_EQ(LastVersion(abi::kTfLiteBuiltinBroadcastTo), 4);
  EXPECT_EQ(FirstVersion(abi::kTfLiteBuiltinSoftmax), 1);
}

TEST(OpVersions, OfOperatorsThatTheProjectDoesNotKnow) {
  EXPECT_TRUE(VersionsOf(abi::kTfLiteBuiltinCustom).empty());
  EXPECT_EQ(FirstVersion(abi::kTfLiteBuiltinCustom), 0);
  EXPECT_EQ(LastVersion(abi::BuiltinCode("STABLEHLO_SORT")), 0);
  EXPECT_EQ(LastVersion(-1), 0);
  EXPECT_EQ(LastVersion(100000), 0);
}

TEST(OpVersions, CoverEveryOperatorThatRuns) {
  for (const OpSpec& spec : OpTable()) EXPECT_GT(LastVersion(spec.op_code), 0) << spec.op_code;
  for (const ref::KernelRow* row : ref::KernelTable())
    EXPECT_FALSE(row->info.versions.empty()) << row->info.name;
}

}  // namespace
}  // namespace litevk
