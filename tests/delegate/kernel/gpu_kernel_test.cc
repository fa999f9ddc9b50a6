// The types that the GPU takes are among those of the operators' records.
#include "delegate/kernel/gpu_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "delegate/kernel/op_spec.h"
#include "runtime/opset/op_info.h"
#include "runtime/opset/signature.h"
#include "runtime/opset/type_set.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/host/model_builder.h"

namespace litevk {
namespace {

std::vector<ir::DataType> TypesIn(TypeSet set) {
  std::vector<ir::DataType> types;
  for (int index = 0; index <= static_cast<int>(ir::DataType::kOther); ++index) {
    if (set.contains(static_cast<ir::DataType>(index))) types.push_back(static_cast<ir::DataType>(index));
  }
  return types;
}

// Calls `visit` with every combination of types that the operands may have while T is `element`.
void ForEachCombination(const std::vector<OperandType>& operands, ir::DataType element,
                        std::vector<ir::DataType>& chosen,
                        const std::function<void(const std::vector<ir::DataType>&)>& visit) {
  if (chosen.size() == operands.size()) {
    visit(chosen);
    return;
  }
  const TypeSet types = operands[chosen.size()].types;
  for (const ir::DataType type : TypesIn(types == kT ? TypeSet(element) : types)) {
    chosen.push_back(type);
    ForEachCombination(operands, element, chosen, visit);
    chosen.pop_back();
  }
}

bool Takes(const Signature& signature, const std::vector<ir::DataType>& types, size_t inputs) {
  std::vector<ir::Tensor> tensors(types.size());
  std::vector<const ir::Tensor*> pointers;
  pointers.reserve(types.size());
  for (size_t i = 0; i < types.size(); ++i) {
    tensors[i].type = types[i];
    pointers.push_back(&tensors[i]);
  }
  const std::span<const ir::Tensor* const> all = pointers;
  return TypesMatch(signature, all.first(inputs), all.subspan(inputs));
}

int CountOfTaken(const Signature& device, const Signature& record) {
  std::vector<OperandType> operands = device.inputs;
  operands.insert(operands.end(), device.outputs.begin(), device.outputs.end());
  const bool has_element = device.element != TypeSet();
  int count = 0;
  for (const ir::DataType element : TypesIn(has_element ? device.element : kFloat32)) {
    std::vector<ir::DataType> chosen;
    ForEachCombination(operands, element, chosen, [&](const std::vector<ir::DataType>& types) {
      ++count;
      EXPECT_TRUE(Takes(device, types, device.inputs.size()));
      EXPECT_TRUE(Takes(record, types, device.inputs.size()));
    });
  }
  return count;
}

TEST(GpuKernelTest, IsContainedInTheRecords) {
  for (const OpSpec& spec : OpTable()) {
    const OpInfo& info = *FindOpInfo(spec.op_code);
    SCOPED_TRACE(info.name);
    ASSERT_FALSE(spec.kernels.empty());
    for (const GpuKernel& kernel : spec.kernels) {
      ASSERT_EQ(CheckNarrowing(info, kernel).message(), "");
      const auto record = std::ranges::find(info.types, kernel.signature, &Signature::name);
      EXPECT_GT(CountOfTaken(kernel.types, *record), 0);
      EXPECT_EQ(kernel.types.StatesScaling(), record->StatesScaling());
    }
  }
}

// GATHER's second input is an index, and the third of PAD may be absent.
TEST(GpuKernelTest, IsCheckedAgainstTheRecord) {
  const OpInfo& gather = *FindOpInfo(abi::kTfLiteBuiltinGather);
  const auto why_not = [](const OpInfo& info, const GpuKernel& kernel) {
    return CheckNarrowing(info, kernel).message();
  };
  EXPECT_EQ(why_not(gather, {}), "");
  EXPECT_EQ(why_not(gather, {.signature = "int8"}),
            "signature 'int8' is narrowed, and the record has none of that name");
  EXPECT_EQ(why_not(gather, {.element = {ir::DataType::kInt8, ir::DataType::kComplex64}}).substr(0, 34),
            "T is narrowed to int8, complex64, ");
  EXPECT_EQ(why_not(gather, {.inputs = {{0, kFloat32}}}), "input 0 is narrowed, and is T in the record");
  EXPECT_EQ(why_not(gather, {.inputs = {{1, kFloat32}}}),
            "input 1 is narrowed to float32, and is int16, int32, int64 in the record");
  EXPECT_EQ(why_not(gather, {.inputs = {{1, kT}}}), "input 1 is narrowed to no type");
  EXPECT_EQ(why_not(gather, {.inputs = {{2, kInt32}}}), "input 2 is narrowed, and the record has 2 inputs");
  const OpInfo& pad = *FindOpInfo(abi::kTfLiteBuiltinPad);
  EXPECT_EQ(why_not(pad, {.most_inputs = 2}), "");
  EXPECT_EQ(why_not(pad, {.most_inputs = 1}),
            "at most 1 inputs, and the record has 3, of which 2 are required");
  EXPECT_NE(why_not(pad, {.most_inputs = 3}), "");
}

TEST(GpuKernelTest, NarrowsTypesAndCounts) {
  const OpInfo& pad = *FindOpInfo(abi::kTfLiteBuiltinPad);
  GpuKernel narrow = {.element = kFloat32 | kInt8, .inputs = {{1, kInt32}}, .most_inputs = 2};
  Narrow(pad, narrow);
  EXPECT_EQ(narrow.types.ToString(), "T, int32 -> T; T: float32, int8");
  GpuKernel whole;
  Narrow(pad, whole);
  EXPECT_EQ(whole.types.ToString(), pad.types[0].ToString());
}

TEST(GpuKernelTest, MovesQuantizedValuesAsTheRecordSays) {
  const auto moved = [](int op_code) {
    return TypesMovedAlike(FindOp(op_code)->kernels[0].types).ToString();
  };
  EXPECT_EQ(moved(abi::kTfLiteBuiltinPack), "float16, int8, uint8, int16, int32, int64, bool");
  EXPECT_EQ(moved(abi::kTfLiteBuiltinDepthToSpace), "") << "whatever the scales";
  EXPECT_EQ(FindOp(abi::kTfLiteBuiltinDepthToSpace)->kernels[0].types.quantized, Quantized::kMoved);
  EXPECT_EQ(moved(abi::kTfLiteBuiltinMaxPool2d), "") << "floats alone";
  EXPECT_EQ(moved(abi::kTfLiteBuiltinSum), "") << "adds up";
}

TEST(GpuKernelTest, IsFoundByTheTypesOfANode) {
  test::ModelBuilder model;
  const int image = model.Input({1, 4, 4, 2});
  const int filter = model.Input({3, 1, 1, 2});
  model.Node(abi::kTfLiteBuiltinConv2d, {image, filter}, {1, 4, 4, 3}, abi::TfLiteConvParams());
  const OpSpec& spec = *FindOp(abi::kTfLiteBuiltinConv2d);
  const auto kernel = [&] {
    const ir::Node& node = model.last_node();
    return MatchSignature(spec.kernels, ir::TensorsOf(model.graph(), node.inputs),
                          ir::TensorsOf(model.graph(), node.outputs), &GpuKernel::types);
  };
  EXPECT_EQ(kernel(), spec.kernels.begin());
  for (const int id : {image, filter, model.last_node().outputs[0]})
    model.tensor(id).type = ir::DataType::kInt8;
  EXPECT_EQ(kernel(), spec.kernels.begin() + 1);
  model.tensor(filter).type = ir::DataType::kUInt8;
  EXPECT_EQ(kernel(), spec.kernels.end());
}

}  // namespace
}  // namespace litevk
