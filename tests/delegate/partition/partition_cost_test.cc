#include "delegate/partition/partition_cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "delegate/kernel/op_spec.h"
#include "delegate/partition/partitioner.h"
#include "delegate/verdict/verdict.h"
#include "runtime/ir/graph_index.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "runtime/vk/device_rates.h"
#include "tests/host/model_builder.h"

namespace litevk {
namespace {

using test::ModelBuilder;

constexpr int kRelu = abi::kTfLiteBuiltinRelu;
constexpr abi::TfLiteAddParams kNoActivation = {.activation = abi::kTfLiteActNone, .pot_scale_int16 = false};

// Round figures: 1 operation or byte in a nanosecond.
constexpr gpu::DeviceRates kUnit = {.gflops = 1, .gbs = 1, .submit_us = 100, .dispatch_us = 10};

PartitionCost Estimate(ModelBuilder& model, const gpu::DeviceRates& rates = kUnit,
                       const CpuSetting& cpu = {}) {
  const std::vector<Verdict> verdicts = JudgeGraph(model.graph(), gpu::DeviceLimits());
  for (const Verdict& verdict : verdicts) {
    EXPECT_TRUE(verdict.supported()) << verdict.reason;
  }
  std::vector<int> positions(model.graph().nodes.size());
  std::iota(positions.begin(), positions.end(), 0);
  return CostModel{.limits = {}, .rates = rates, .cpu = cpu}.Estimate(
      model.graph(), KernelsOf(verdicts), ir::GraphIndex(model.graph()).consumers, positions);
}

ir::TensorId Conv(ModelBuilder& model, ir::TensorId input, int channels, int outputs, const ir::Shape& dims) {
  const int filter =
      model.Floats({outputs, 3, 3, channels}, std::vector<float>(size_t{9} * channels * outputs));
  const abi::TfLiteConvParams params = {abi::kTfLitePaddingSame, 1, 1, abi::kTfLiteActNone, 1, 1};
  return model.Node(abi::kTfLiteBuiltinConv2d, {input, filter, ir::kAbsent}, dims, params);
}

TEST(OpCostTest, EveryOperatorHasOne) {
  for (const OpInfo* info : OpInfos()) EXPECT_NE(info->cost, nullptr) << info->name;
}

TEST(PartitionCostTest, WorkOfAConvolution) {
  ModelBuilder model;
  const int input = model.Input({1, 10, 10, 4});
  model.SetOutputs({Conv(model, input, 4, 8, {1, 10, 10, 8})});
  const auto cost = Estimate(model);
  EXPECT_DOUBLE_EQ(cost.overhead_us, 100);
  EXPECT_DOUBLE_EQ(cost.device_us, 100 + 10 + 2 * 9 * 4 * 800 / 1e3);
  EXPECT_GT(cost.cpu_us, 1);
}

TEST(PartitionCostTest, TheInterpretersKernelsCount) {
  ModelBuilder model;
  const int input = model.Input({1, 100, 100, 4});
  model.SetOutputs({Conv(model, input, 4, 8, {1, 100, 100, 8})});
  const PartitionCost beside_xnnpack = Estimate(model);
  const PartitionCost beside_builtin = Estimate(model, kUnit, {CpuKernels::kBuiltin});
  const PartitionCost beside_litevk = Estimate(model, kUnit, {CpuKernels::kLitevk});
  EXPECT_GT(beside_builtin.cpu_us, beside_xnnpack.cpu_us);
  EXPECT_EQ(beside_litevk.cpu_us, beside_litevk.own_cpu_us);
  EXPECT_EQ(beside_xnnpack.own_cpu_us, beside_litevk.own_cpu_us);
  EXPECT_EQ(beside_litevk.device_us, beside_xnnpack.device_us);
  EXPECT_THAT(ToString(beside_litevk), testing::EndsWith(" us in litevk's kernels on the CPU"));
}

// Bytes decide the cost: an elementwise operation reads and writes more than it computes.
TEST(PartitionCostTest, FusedNodesCostNoDispatchAndNoTraffic) {
  ModelBuilder model;
  const int input = model.Input({1000});
  const int relu = model.Node(kRelu, {input}, {1000});
  model.SetOutputs({model.Node(abi::kTfLiteBuiltinTanh, {relu}, {1000})});
  EXPECT_DOUBLE_EQ(Estimate(model).device_us, 100 + 10 + 2 * 4000 / 1e3);
}

TEST(PartitionCostTest, PaddingThatAConvolutionTakesIn) {
  ModelBuilder model;
  const int input = model.Input({1, 8, 8, 4});
  const int amounts = model.Constant<int>({4, 2}, ir::DataType::kInt32, {0, 0, 1, 1, 1, 1, 0, 0});
  const int padded = model.Node(abi::kTfLiteBuiltinPad, {input, amounts}, {1, 10, 10, 4});
  model.SetOutputs({Conv(model, padded, 4, 8, {1, 10, 10, 8})});
  EXPECT_DOUBLE_EQ(Estimate(model).device_us, 100 + 10 + 2 * 9 * 4 * 800 / 1e3);
}

TEST(PartitionCostTest, AReshapeIsFree) {
  ModelBuilder model;
  const int input = model.Input({10, 100});
  const int relu = model.Node(kRelu, {input}, {10, 100});
  model.SetOutputs({model.Node(abi::kTfLiteBuiltinReshape, {relu, model.Ints({1000})}, {1000},
                               abi::TfLiteReshapeParams{})});
  EXPECT_DOUBLE_EQ(Estimate(model).device_us, 100 + 10 + 2 * 4000 / 1e3);
}

TEST(PartitionCostTest, TransferOfInputsAndOutputsOnly) {
  ModelBuilder model;
  const int input = model.Input({1000});
  const int mean = model.Node(abi::kTfLiteBuiltinSoftmax, {input}, {1000}, abi::TfLiteSoftmaxParams{1});
  const int weight = model.Floats({1000}, std::vector<float>(1000));
  model.SetOutputs({model.Node(abi::kTfLiteBuiltinAdd, {mean, weight}, {1000}, kNoActivation)});
  gpu::DeviceRates rates = kUnit;
  rates.io_gbs = 0.5;
  EXPECT_DOUBLE_EQ(Estimate(model, rates).overhead_us, 100 + 2 * 8000 / 1e3);
}

TEST(PartitionCostTest, ConstantsCostNothing) {
  ModelBuilder model;
  const int input = model.Input({4});
  const int constant = model.Node(kRelu, {model.Floats({4}, {1, 2, 3, 4})}, {4});
  model.SetOutputs({model.Node(abi::kTfLiteBuiltinAdd, {input, constant}, {4}, kNoActivation)});
  const auto cost = Estimate(model);
  EXPECT_DOUBLE_EQ(cost.device_us, 100 + 10 + 3 * 16 / 1e3);
  EXPECT_LT(cost.cpu_us, 2) << "one node";
}

constexpr ir::DataType kInt8 = ir::DataType::kInt8;

ir::TensorId Integers(ModelBuilder& model, ir::TensorId id) {
  model.tensor(id).type = kInt8;
  model.tensor(id).quantization = {.scales = {0.5F}, .zero_points = {3}};
  return id;
}

// Adds a convolution of int8 between QUANTIZE and DEQUANTIZE, whose input and output are floats.
ir::TensorId ConvInIntegers(ModelBuilder& model, ir::TensorId input, int channels, const ir::Shape& dims) {
  const auto integers = Integers(model, model.Node(abi::kTfLiteBuiltinQuantize, {input}, dims));
  const auto filter =
      model.Constant({channels, 3, 3, channels}, kInt8, std::vector<int8_t>(size_t{9} * channels * channels));
  model.tensor(filter).quantization = {.scales = {0.25F}, .zero_points = {0}};
  const abi::TfLiteConvParams params = {abi::kTfLitePaddingSame, 1, 1, abi::kTfLiteActNone, 1, 1};
  const auto sums = model.Node(abi::kTfLiteBuiltinConv2d, {integers, filter, ir::kAbsent}, dims, params);
  return model.Node(abi::kTfLiteBuiltinDequantize, {Integers(model, sums)}, dims);
}

// Alternating layers of floats and of int8 are one partition on any GPU. A driver on the CPU leaves them to
// the CPU or takes them as one.
TEST(PartitionCostTest, HalfQuantizedNetworksAreNotCut) {
  ModelBuilder model;
  const ir::Shape dims = {1, 56, 56, 32};
  int last = model.Input(dims);
  for (int i = 0; i < 10; ++i) {
    last = i % 2 == 0 ? Conv(model, last, 32, 32, dims) : ConvInIntegers(model, last, 32, dims);
  }
  model.SetOutputs({last});
  for (const vk::DeviceType type :
       {vk::DeviceType::kIntegrated, vk::DeviceType::kDiscrete, vk::DeviceType::kCpu}) {
    const CostModel costs = {.limits = {.runs_on_cpu = type == vk::DeviceType::kCpu},
                             .rates = vk::RatesOf(type, vk::IoPath::kMapped)};
    const Partitioning result =
        PartitionGraph(model.graph(), ir::GraphIndex(model.graph()), JudgeGraph(model.graph(), costs.limits),
                       {.policy = PartitionPolicy::kAuto}, &costs);
    EXPECT_LE(result.partitions.size(), 1U) << vk::DeviceTypeName(type);
    const bool is_gpu = type != vk::DeviceType::kCpu;
    EXPECT_GE(result.partitions.size(), is_gpu ? 1U : 0U) << vk::DeviceTypeName(type);
  }
}

TEST(PartitionCostTest, Diagnostic) {
  const PartitionCost cost = {.device_us = 213.7, .overhead_us = 187.2, .cpu_us = 40.4};
  EXPECT_EQ(ToString(cost),
            "about 210 us on the device, of which 190 us submit and transfer, and 40 us on the CPU");
  EXPECT_EQ(ToString({.device_us = 12345, .overhead_us = 9.6, .cpu_us = 0.2}),
            "about 12000 us on the device, of which 10 us submit and transfer, and 0 us on the CPU");
}

TEST(PartitionCostTest, PlansThatAreMadeAnew) {
  EXPECT_EQ(
      ToString({.device_us = 460, .overhead_us = 190, .plan_us = 250, .cpu_us = 40}),
      "about 460 us on the device, of which 190 us submit and transfer and 250 us a plan for new dims, and "
      "40 us on the CPU");
}

TEST(PartitionCostTest, ADriverOnTheCpuHasToGain) {
  for (const bool is_whole : {false, true}) {
    EXPECT_EQ((CostModel{.limits = {}, .rates = kUnit, .is_cpu_driver = true}).MostTimes(is_whole), 1);
  }
  constexpr CostModel kGpu = {.limits = {}, .rates = kUnit};
  EXPECT_EQ(kGpu.MostTimes(false), kMostTimesOfPartition);
  EXPECT_EQ(kGpu.MostTimes(true), kMostTimesOfGraph);
  EXPECT_THAT(RuleOf(1), testing::HasSubstr("faster than without it"));
  EXPECT_THAT(RuleOf(kMostTimesOfGraph), testing::HasSubstr("at most 4 times as long"));
}

TEST(PartitionCostTest, TwiceIsNotClear) {
  EXPECT_FALSE((PartitionCost{.device_us = 200, .cpu_us = 100}).IsSlower(kMostTimesOfPartition));
  EXPECT_TRUE((PartitionCost{.device_us = 201, .cpu_us = 100}).IsSlower(kMostTimesOfPartition));
}

TEST(DeviceRatesTest, EveryTypeHasThem) {
  using vk::DeviceType;
  for (const DeviceType type : {DeviceType::kOther, DeviceType::kIntegrated, DeviceType::kDiscrete,
                                DeviceType::kVirtual, DeviceType::kCpu}) {
    const gpu::DeviceRates rates = vk::RatesOf(type, vk::IoPath::kMapped);
    for (const double figure : {rates.gflops, rates.gbs, rates.submit_us, rates.dispatch_us, rates.io_gbs}) {
      EXPECT_GT(figure, 0) << vk::DeviceTypeName(type);
    }
    EXPECT_EQ(vk::RatesOf(type, vk::IoPath::kInPlace).io_gbs, 0);
    EXPECT_LT(vk::RatesOf(type, vk::IoPath::kStaged).io_gbs, rates.io_gbs);
  }
}

}  // namespace
}  // namespace litevk
