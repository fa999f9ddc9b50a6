// RESIZE_BILINEAR of integers beside the plain loops.
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/kernels_cpu/quantized_node.h"

namespace litevk::cpu {
namespace {

class QuantizedResizeTest : public ::testing::TestWithParam<IsaRow> {};

TEST_P(QuantizedResizeTest, ComputesTheBitsOfThePlainLoops) {
  const abi::TfLiteResizeBilinearParams modes[] = {{}, {.align_corners = true}, {.half_pixel_centers = true}};
  for (const QuantizedType& type :
       {QuantizedType{ir::DataType::kInt8, 0.05F, -3}, QuantizedType{ir::DataType::kUInt8, 0.05F, 60}}) {
    for (const auto& mode : modes) {
      for (const int channels : {1, 3, 16, 21, 64}) {
        for (const auto& [rows, columns] : {std::pair{7, 9}, {3, 2}, {31, 1}, {40, 40}}) {
          SCOPED_TRACE(std::string(ir::Name(type.type)) + ", " + std::to_string(channels) + " channels to " +
                       std::to_string(rows) + "x" + std::to_string(columns));
          QuantizedNode node(abi::kTfLiteBuiltinResizeBilinear, type);
          node.Input(type, {2, 5, 6, channels})
              .Values({ir::DataType::kInt32}, {2}, std::vector<int>{rows, columns})
              .Options(mode)
              .ExpectSame(GetParam().isa);
        }
      }
    }
  }
}

TEST_P(QuantizedResizeTest, LeavesInt16ToThePlainLoops) {
  const QuantizedType type = {ir::DataType::kInt16, 0.001F};
  QuantizedNode node(abi::kTfLiteBuiltinResizeBilinear, type);
  node.Input(type, {1, 5, 6, 4}).Values({ir::DataType::kInt32}, {2}, std::vector<int>{3, 4});
  EXPECT_FALSE(node.Options(abi::TfLiteResizeBilinearParams{}).Fast(GetParam().isa).has_value());
}

INSTANTIATE_TEST_SUITE_P(All, QuantizedResizeTest, ::testing::ValuesIn(OwnIsas()), kNameOfIsa);

}  // namespace
}  // namespace litevk::cpu
