#include "runtime/opset/runtime_version.h"

#include <gtest/gtest.h>

#include "kernels_cpu/registration/builtin_op_resolver.h"
#include "runtime/interpreter/op_resolver.h"
#include "runtime/opset/custom_ops.h"
#include "runtime/opset/kernel.h"
#include "runtime/opset/op_versions.h"
#include "runtime/tflite/builtin_names.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

TEST(RuntimeVersion, Order) {
  EXPECT_TRUE(IsEarlierRuntime("1.9.0", "1.13.1"));
  EXPECT_TRUE(IsEarlierRuntime("1.15.0", "2.0.0"));
  EXPECT_TRUE(IsEarlierRuntime("2.9", "2.9.1"));
  EXPECT_TRUE(IsEarlierRuntime("", "1.5.0"));
  EXPECT_FALSE(IsEarlierRuntime("2.9.0", "2.9.0"));
  EXPECT_FALSE(IsEarlierRuntime("2.10.0", "2.9.0"));
  EXPECT_FALSE(IsEarlierRuntime("", ""));
  EXPECT_TRUE(IsEarlierRuntime(kRuntimeNever, "1.5.0"));
  EXPECT_TRUE(IsEarlierRuntime(kRuntimeUnknown, "1.5.0"));
}

TEST(RuntimeVersion, OfAnOperator) {
  EXPECT_EQ(RuntimeWith(abi::kTfLiteBuiltinDepthwiseConv2d, 2), "1.12.0");
  EXPECT_EQ(RuntimeWith(abi::kTfLiteBuiltinGelu, 3), kRuntimeUnknown);
  EXPECT_EQ(RuntimeWith(abi::kTfLiteBuiltinLstm, 5), kRuntimeNever);
  EXPECT_EQ(RuntimeWith(abi::kTfLiteBuiltinCall, 1), kRuntimeNever);
  EXPECT_EQ(RuntimeWith(abi::BuiltinCode("STABLEHLO_SORT"), 1), kRuntimeUnknown);
}

TEST(RuntimeVersion, OfHigherVersionsAreNotEarlier) {
  for (const int op_code : VersionedOperators()) {
    std::string_view last;
    for (const OpVersion& version : VersionsOf(op_code)) {
      if (version.runtime == kRuntimeUnknown || version.runtime == kRuntimeNever) continue;
      EXPECT_FALSE(IsEarlierRuntime(version.runtime, last))
          << abi::BuiltinName(op_code) << " " << version.version;
      last = version.runtime;
    }
  }
}

// A model from a newer converter: no lower version replaces the one that it states.
TEST(BuiltinOpResolver, RefusesVersionsAboveTheLast) {
  const BuiltinOpResolver resolver;
  for (const ref::KernelRow* row : ref::KernelTable()) {
    const int first = FirstVersion(row->info.op_code);
    const int last = LastVersion(row->info.op_code);
    if (IsCustom(row->info)) continue;  // found by name, whatever version a model states
    EXPECT_NE(resolver.FindBuiltin(row->info.op_code, first), nullptr) << row->info.name;
    EXPECT_NE(resolver.FindBuiltin(row->info.op_code, last), nullptr) << row->info.name;
    EXPECT_EQ(resolver.FindBuiltin(row->info.op_code, last + 1), nullptr) << row->info.name;
    EXPECT_EQ(resolver.FindBuiltin(row->info.op_code, first - 1), nullptr) << row->info.name;
  }
  EXPECT_NE(resolver.FindBuiltin(abi::kTfLiteBuiltinWhile, 1), nullptr);
  EXPECT_EQ(resolver.FindBuiltin(abi::kTfLiteBuiltinWhile, 2), nullptr);
}

}  // namespace
}  // namespace litevk
