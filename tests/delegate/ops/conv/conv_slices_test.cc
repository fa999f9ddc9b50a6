// Convolutions as they are planned for a GPU, run on the device of the tests. They have several slices of the
// input channels, few tiles, and many workgroups that run at once. Values are small integers, so sums are
// exact in any order.
#include <array>
#include <bit>

#include "delegate/lower/lowering.h"
#include "runtime/exec/executable.h"
#include "runtime/ir/graph.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "shaders/conv/conv_2d.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/small_integers.h"
#include "tests/runtime/vk/gpu_test.h"

namespace litevk {
namespace {

struct ConvCase {
  const char* name;
  int side = 7;  // rows and columns of the input image
  int inputs = 32;
  int outputs = 32;
  int filter = 1;
  int stride = 1;
  int batch = 1;
  bool is_uniform = false;
};

void PrintTo(const ConvCase& conv, std::ostream* out) { *out << conv.name; }

// A graph of one CONV_2D with SAME padding: tensors 0 to 3 are input, filter, bias, output.
class ConvModel {
 public:
  explicit ConvModel(const ConvCase& conv)
      : conv_(conv), output_side_((conv.side + conv.stride - 1) / conv.stride) {
    const int weights = conv.outputs * conv.filter * conv.filter * conv.inputs;
    filter_ = SmallIntegers(static_cast<size_t>(weights), 1);
    bias_ = SmallIntegers(static_cast<size_t>(conv.outputs), 3);
    AddTensor({conv.batch, conv.side, conv.side, conv.inputs}, {});
    AddTensor({conv.outputs, conv.filter, conv.filter, conv.inputs}, filter_);
    AddTensor({conv.outputs}, bias_);
    AddTensor({conv.batch, output_side_, output_side_, conv.outputs}, {});
    const abi::TfLiteConvParams params = {abi::kTfLitePaddingSame, conv.stride, conv.stride,
                                          abi::kTfLiteActRelu,     1,           1};
    graph_.nodes.push_back({.index = 0,
                            .op_code = abi::kTfLiteBuiltinConv2d,
                            .inputs = {0, 1, 2},
                            .outputs = {3},
                            .params = ir::Params(&params, sizeof(params))});
  }

  const ir::Graph& graph() const { return graph_; }

  std::vector<float> Expected(const std::vector<float>& input) const {
    std::vector<float> result;
    for (int pixel = 0; pixel < conv_.batch * output_side_ * output_side_; ++pixel) {
      for (int o = 0; o < conv_.outputs; ++o) result.push_back(Value(input, pixel, o));
    }
    return result;
  }

 private:
  void AddTensor(ir::Shape dims, std::span<const float> values) {
    const bool is_stored = !values.empty();
    graph_.tensors.push_back({.type = ir::DataType::kFloat32,
                              .dims = std::move(dims),
                              .constness = is_stored ? ir::Constness::kStored : ir::Constness::kRuntime,
                              .data = std::as_bytes(values)});
  }

  float Value(const std::vector<float>& input, int pixel, int o) const {
    const int reach = (output_side_ - 1) * conv_.stride + conv_.filter - conv_.side;
    const int pad = std::max(reach, 0) / 2;
    const int image = pixel / (output_side_ * output_side_);
    const int top = pixel / output_side_ % output_side_ * conv_.stride - pad;
    const int left = pixel % output_side_ * conv_.stride - pad;
    float sum = bias_[static_cast<size_t>(o)];
    for (int tap = 0; tap < conv_.filter * conv_.filter; ++tap) {
      const int y = top + tap / conv_.filter;
      const int x = left + tap % conv_.filter;
      if (y < 0 || y >= conv_.side || x < 0 || x >= conv_.side) continue;
      const int first = ((image * conv_.side + y) * conv_.side + x) * conv_.inputs;
      const int weight = (o * conv_.filter * conv_.filter + tap) * conv_.inputs;
      const float* const values = input.data() + first;
      const float* const weights = filter_.data() + weight;
      for (int i = 0; i < conv_.inputs; ++i) sum += values[i] * weights[i];
    }
    return std::max(sum, 0.0F);
  }

  ConvCase conv_;
  int output_side_;
  std::vector<float> filter_;
  std::vector<float> bias_;
  ir::Graph graph_;
};

class ConvSlicesTest : public GpuTest, public testing::WithParamInterface<ConvCase> {};

INSTANTIATE_TEST_SUITE_P(
    Shapes, ConvSlicesTest,
    testing::Values(
        ConvCase{.name = "OneSubgroupASlice", .inputs = 96, .outputs = 256, .is_uniform = true},
        ConvCase{.name = "Pointwise", .side = 14, .inputs = 144},
        ConvCase{.name = "PartOfALastSlice", .side = 5, .inputs = 72, .outputs = 40},
        ConvCase{.name = "SharedTaps", .filter = 3, .batch = 2},
        ConvCase{.name = "SharedTapsUniform", .inputs = 36, .outputs = 256, .filter = 3, .is_uniform = true},
        ConvCase{.name = "StrideAndTail", .side = 9, .inputs = 38, .outputs = 18, .filter = 3, .stride = 2},
        ConvCase{.name = "WideFilter", .side = 10, .inputs = 24, .outputs = 16, .filter = 5}),
    [](const auto& conv) { return conv.param.name; });

TEST_P(ConvSlicesTest, AddUp) {
  const ConvModel model(GetParam());
  gpu::DeviceLimits limits = device_->limits();
  limits.profile.prefers_texel_loads = false;
  limits.profile.winograd = false;
  limits.runs_on_cpu = false;
  limits.profile.parallel_workgroups = 96;
  limits.subgroup_size = 64;
  const std::array positions = {0};
  const std::array<ir::TensorId, 1> input = {0};
  const std::array<ir::TensorId, 1> output = {3};
  LoweredPartition lowered = Lower(test::Judged(model.graph(), limits), positions, input, output, {});
  ASSERT_EQ(lowered.graph.dispatches.size(), 1U);
  using Spec = shaders::Conv2d::Spec;
  std::array<uint32_t, sizeof(Spec) / sizeof(uint32_t)> words = {};
  ASSERT_EQ(lowered.graph.dispatches[0].spec.size(), words.size());
  std::ranges::copy(lowered.graph.dispatches[0].spec, words.begin());
  const auto spec = std::bit_cast<Spec>(words);
  EXPECT_GT(spec.kLocalSizeZ, 1U);
  EXPECT_EQ(spec.kUniformSlices, GetParam().is_uniform ? 1U : 0U);

  const gpu::TensorId gpu_input = lowered.tensors[0];
  const gpu::TensorId gpu_output = lowered.tensors[3];
  auto executable = Executable::Build(device_, std::move(lowered.graph), {});
  ASSERT_TRUE(executable.ok()) << executable.status().message();
  const std::span<float> values = Floats((*executable)->Input(gpu_input));
  const std::vector<float> image = SmallIntegers(values.size(), 2);
  std::ranges::copy(image, values.begin());
  ASSERT_TRUE((*executable)->Run().ok());
  EXPECT_EQ(ToVector((*executable)->Output(gpu_output)), model.Expected(image));
}

}  // namespace
}  // namespace litevk
