// A float32 tensor between two convolutions that is stored as float16 in device memory.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>

#include "delegate/lower/lowering.h"
#include "runtime/exec/executable.h"
#include "runtime/ir/graph.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/runtime/vk/gpu_test.h"

namespace litevk {
namespace {

constexpr int kHeight = 6;
constexpr int kWidth = 9;
constexpr size_t kPixels = size_t{kHeight} * kWidth;
constexpr size_t kInputs = 8;
constexpr size_t kBetween = 16;
constexpr size_t kOutputs = 12;

std::vector<float> Random(size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> from(-1.0F, 1.0F);
  std::vector<float> values(count);
  std::ranges::generate(values, [&] { return from(random); });
  return values;
}

// Two CONV_2D of one pixel each, the first with a RELU. Tensors 0, 1 and 2 are the input, the value between
// and the output.
class TwoConvs {
 public:
  TwoConvs() : first_(Random(kBetween * kInputs, 1)), second_(Random(kOutputs * kBetween, 2)) {
    for (const size_t channels : {kInputs, kBetween, kOutputs}) {
      AddTensor({1, kHeight, kWidth, static_cast<int>(channels)}, {});
    }
    AddTensor({kBetween, 1, 1, kInputs}, first_);
    AddTensor({kOutputs, 1, 1, kBetween}, second_);
    AddNode({0, 3, ir::kAbsent}, 1, abi::kTfLiteActRelu);
    AddNode({1, 4, ir::kAbsent}, 2, abi::kTfLiteActNone);
  }

  LoweredPartition Lower(const gpu::DeviceLimits& limits, std::span<const ir::TensorId> float16) const {
    constexpr std::array kPositions = {0, 1};
    constexpr std::array<ir::TensorId, 1> kInput = {0};
    constexpr std::array<ir::TensorId, 1> kOutput = {2};
    return litevk::Lower(test::Judged(graph_, limits), kPositions, kInput, kOutput, {.float16 = float16});
  }

  // Returns the largest error of each output if each intermediate value is off by half a unit in float16's
  // last place.
  std::vector<float> Bounds(const std::vector<float>& image) const {
    std::vector<float> bounds;
    for (size_t pixel = 0; pixel < kPixels; ++pixel) {
      for (size_t o = 0; o < kOutputs; ++o) {
        float bound = 1e-5F;
        for (size_t i = 0; i < kBetween; ++i) {
          bound += std::abs(second_[o * kBetween + i]) * Between(image, pixel, i) * 0x1p-11F;
        }
        bounds.push_back(bound);
      }
    }
    return bounds;
  }

 private:
  float Between(const std::vector<float>& image, size_t pixel, size_t channel) const {
    float sum = 0;
    for (size_t i = 0; i < kInputs; ++i) sum += image[pixel * kInputs + i] * first_[channel * kInputs + i];
    return std::max(sum, 0.0F);
  }
  void AddTensor(ir::Shape dims, std::span<const float> values) {
    graph_.tensors.push_back({.type = ir::DataType::kFloat32,
                              .dims = std::move(dims),
                              .constness = values.empty() ? ir::Constness::kRuntime : ir::Constness::kStored,
                              .data = std::as_bytes(values)});
  }
  void AddNode(std::vector<ir::TensorId> inputs, ir::TensorId output, int activation) {
    const abi::TfLiteConvParams params = {abi::kTfLitePaddingSame, 1, 1, activation, 1, 1};
    graph_.nodes.push_back({.index = static_cast<int>(graph_.nodes.size()),
                            .op_code = abi::kTfLiteBuiltinConv2d,
                            .inputs = std::move(inputs),
                            .outputs = {output},
                            .params = ir::Params(&params, sizeof(params))});
  }

  std::vector<float> first_;
  std::vector<float> second_;
  ir::Graph graph_;
};

class Float16StorageTest : public GpuTest {
 protected:
  std::vector<float> Run(LoweredPartition lowered, const std::vector<float>& image) {
    const gpu::TensorId input = lowered.tensors[0];
    const gpu::TensorId output = lowered.tensors[2];
    auto executable = Executable::Build(device_, std::move(lowered.graph), {});
    EXPECT_TRUE(executable.ok()) << executable.status().message();
    if (!executable.ok()) return {};
    std::ranges::copy(image, Floats((*executable)->Input(input)).begin());
    EXPECT_TRUE((*executable)->Run().ok());
    return ToVector((*executable)->Output(output));
  }

  static uint64_t BytesBetween(const LoweredPartition& lowered) {
    return lowered.graph.tensors[static_cast<size_t>(lowered.tensors[1])].bytes;
  }

  TwoConvs convs_;
  std::array<ir::TensorId, 3> all_ = {0, 1, 2};
};

TEST_F(Float16StorageTest, HalvesTheMemoryWithinHalfAUnit) {
  const std::vector<float> image = Random(kPixels * kInputs, 3);
  const LoweredPartition whole = convs_.Lower(device_->limits(), {});
  const LoweredPartition half = convs_.Lower(device_->limits(), all_);
  EXPECT_EQ(BytesBetween(whole), kPixels * kBetween * 4);
  EXPECT_EQ(BytesBetween(half), kPixels * kBetween * 2);
  const std::vector<float> expected = Run(whole, image);
  const std::vector<float> found = Run(half, image);
  const std::vector<float> bounds = convs_.Bounds(image);
  ASSERT_EQ(expected.size(), bounds.size());
  ASSERT_EQ(found.size(), bounds.size());
  EXPECT_NE(found, expected);
  for (size_t i = 0; i < bounds.size(); ++i) EXPECT_NEAR(found[i], expected[i], bounds[i]) << i;
}

TEST_F(Float16StorageTest, LeavesTheEdgesAsTheInterpreterHasThem) {
  const LoweredPartition lowered = convs_.Lower(device_->limits(), all_);
  for (const size_t id : {0, 2}) {
    EXPECT_EQ(lowered.graph.tensors[static_cast<size_t>(lowered.tensors[id])].storage,
              gpu::Storage::kFloat32);
  }
}

}  // namespace
}  // namespace litevk
