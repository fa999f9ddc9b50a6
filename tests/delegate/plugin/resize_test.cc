// Resized inputs, as in TensorFlow 2.14 (the delegate is applied again) and as in LiteRT 2.3 (only the
// kernels are prepared again).
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/delegate/plugin/delegate_fixture.h"

namespace litevk::test {
namespace {

class ResizeTest : public DelegateTest {
 protected:
  static void CheckComputedShapes(FakeInterpreterOptions options, const char* backend, size_t partitions);

  static void CheckResized(FakeInterpreterOptions options, const char* backend,
                           const std::vector<ir::Shape>& sizes) {
    ModelBuilder model;
    BuildChain(model);
    const auto delegate = MakeDelegate({}, backend);
    FakeInterpreter stock(model, options);
    FakeInterpreter interpreter(model, options);
    ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
    for (const ir::Shape& size : sizes) {
      stock.ResizeInput(0, size);
      interpreter.ResizeInput(0, size);
      ASSERT_EQ(stock.AllocateTensors(), abi::kTfLiteOk);
      ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk) << interpreter.TakeErrors();
      // The runtimes call prepare several times before a run.
      ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk) << interpreter.TakeErrors();
      EXPECT_EQ(interpreter.OutputDims(0), size);
      EXPECT_EQ(interpreter.subgraph().DelegateNodes(), 1);
      ExpectClose(Run(interpreter), Run(stock));
    }
  }
};

const std::vector<ir::Shape>& Sizes() {
  // More sizes than the plans that are kept, with returns to earlier ones; in batch and space.
  static const std::vector<ir::Shape> sizes = {{1, 2, 3, 5}, {4, 2, 3, 5}, {1, 2, 3, 5}, {1, 7, 1, 5},
                                               {2, 1, 9, 5}, {3, 2, 2, 5}, {5, 4, 4, 5}, {4, 2, 3, 5}};
  return sizes;
}

TEST_P(ResizeTest, KernelsArePreparedAgain) { CheckResized({}, GetParam(), Sizes()); }

TEST_P(ResizeTest, DelegateIsAppliedAgain) {
  CheckResized({.reapplies_on_resize = true}, GetParam(), Sizes());
}

TEST_P(ResizeTest, ImpossibleShapeIsAnError) {
  ModelBuilder model;
  BuildChain(model);
  const auto delegate = MakeDelegate({}, GetParam());
  FakeInterpreter interpreter(model);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  interpreter.ResizeInput(0, {1, 2, 3, 4});  // the constant addend has 5 channels
  EXPECT_NE(interpreter.AllocateTensors(), abi::kTfLiteOk);
  EXPECT_THAT(interpreter.TakeErrors(), testing::HasSubstr("litevk: ADD node 1: "));
  interpreter.ResizeInput(0, {1, 2, 3, 5});
  EXPECT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk);
}

// Seven dims exceed the limit of the operator's row: the reference kernels finish, or strict refuses.
TEST_P(ResizeTest, ShapeOutsideOfTheTable) {
  ModelBuilder model;
  const int input = model.Input({1, 2, 3, 4});
  model.SetOutputs({model.Node(abi::kTfLiteBuiltinAdd, {input, input}, {1, 2, 3, 4}, kNoActivation)});
  const auto delegate = MakeDelegate({}, GetParam());
  FakeInterpreter interpreter(model);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  FakeInterpreter stock(model);
  testing::internal::CaptureStderr();
  for (FakeInterpreter* host : {&interpreter, &stock}) {
    host->ResizeInput(0, {1, 1, 1, 1, 2, 3, 4});
    ASSERT_EQ(host->AllocateTensors(), abi::kTfLiteOk) << host->TakeErrors();
  }
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::HasSubstr("partition 0 cannot run in these shapes: ADD node 0: not met: "));
  ExpectClose(Run(interpreter), Run(stock));

  const auto strict = MakeDelegate({{"strict", "1"}}, GetParam());
  FakeInterpreter refused(model);
  ASSERT_EQ(refused.ModifyGraphWithDelegate(strict->abi()), abi::kTfLiteOk);
  refused.ResizeInput(0, {1, 1, 1, 1, 2, 3, 4});
  EXPECT_NE(refused.AllocateTensors(), abi::kTfLiteOk);
  EXPECT_THAT(refused.TakeErrors(), testing::HasSubstr("the option strict forbids the CPU"));
}

// Many runs, of several interpreters, join an empty list with another one: one line tells of it.
TEST_P(ResizeTest, AnEmptyOperandIsToldOnceAProcess) {
  ModelBuilder model;
  const int list = model.Input({1, 4});
  const int more = model.Input({1, 4});
  model.SetOutputs({model.Node(abi::kTfLiteBuiltinConcatenation, {list, more}, {2, 4},
                               abi::TfLiteConcatenationParams{.axis = 0})});
  testing::internal::CaptureStderr();
  for (int count = 0; count < 2; ++count) {
    const auto delegate = MakeDelegate({}, GetParam());
    FakeInterpreter interpreter(model);
    ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
    for (const int rows : {0, 1, 0, 2, 0}) {
      interpreter.ResizeInput(0, {rows, 4});
      ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk) << interpreter.TakeErrors();
      EXPECT_EQ(interpreter.OutputDims(0), ir::Shape({rows + 1, 4}));
      Run(interpreter);
    }
  }
  const std::string warnings = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::ranges::count(warnings, '\n'), 1) << warnings;
  EXPECT_THAT(warnings, testing::HasSubstr("tensor 0 (0x4) has no elements"));
}

// One of three nodes does not fit: the device keeps the others, and the report says so.
TEST_P(ResizeTest, NodesThatDoNotFitRunOnTheCpuAlone) {
  ModelBuilder model;
  const int input = model.Input({1, 2, 3, 4});
  const int before = model.Node(abi::kTfLiteBuiltinRelu, {input}, {1, 2, 3, 4});
  const int sum = model.Node(abi::kTfLiteBuiltinAdd, {before, input}, {1, 2, 3, 4}, kNoActivation);
  const int after = model.Node(abi::kTfLiteBuiltinTanh, {sum}, {1, 2, 3, 4});
  model.SetOutputs({after, before});
  const std::string path = testing::TempDir() + "/fallbacks_" + GetParam() + ".json";
  const auto delegate = MakeDelegate({{"report_path", path}}, GetParam());
  FakeInterpreter interpreter(model);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  FakeInterpreter stock(model);
  testing::internal::CaptureStderr();
  for (FakeInterpreter* host : {&interpreter, &stock}) {
    host->ResizeInput(0, {1, 1, 1, 2, 2, 3, 4});
    ASSERT_EQ(host->AllocateTensors(), abi::kTfLiteOk) << host->TakeErrors();
  }
  const std::string warning = testing::internal::GetCapturedStderr();
  EXPECT_THAT(warning, testing::HasSubstr("cannot run in these shapes: ADD node 1: not met: "));
  ExpectClose(Run(interpreter, 1), Run(stock, 1));
  ExpectClose(Run(interpreter, 2), Run(stock, 2));
  std::ifstream file(path);
  const auto report = nlohmann::json::parse(file);
  ASSERT_EQ(report["fallbacks"].size(), 1U);
  EXPECT_EQ(report["fallbacks"][0]["node"], 1);
  EXPECT_EQ(report["fallbacks"][0]["reason_code"], "CONSTRAINT");
  if (std::string(GetParam()) == "reference") return;
  EXPECT_THAT(warning, testing::HasSubstr("1 of its 3 nodes run on the CPU"));
  EXPECT_EQ(report["programs"].size(), 2U);
}

// Every size but the first makes a new plan in each round, since few plans are kept.
TEST_P(ResizeTest, SizesThatComeAgainAreSaidOnce) {
  ModelBuilder model;
  BuildChain(model);
  const std::string path = testing::TempDir() + "/rounds_" + GetParam() + ".json";
  const auto delegate = MakeDelegate({{"report_path", path}}, GetParam());
  FakeInterpreter interpreter(model);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  testing::internal::CaptureStderr();
  std::vector<uintmax_t> bytes;
  for (int round = 0; round < 20; ++round) {
    for (const ir::Shape& size : {ir::Shape{1, 1, 1, 2, 2, 3, 5}, ir::Shape{1, 1, 1, 1, 2, 3, 5}, Sizes()[1],
                                  Sizes()[3], Sizes()[4], Sizes()[5]}) {
      interpreter.ResizeInput(0, size);
      ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk) << interpreter.TakeErrors();
      Run(interpreter);
    }
    bytes.push_back(std::filesystem::file_size(path));
  }
  EXPECT_EQ(bytes.front(), bytes.back());
  const std::string warnings = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::ranges::count(warnings, '\n'), 1) << warnings;
  std::ifstream file(path);
  EXPECT_EQ(nlohmann::json::parse(file)["fallbacks"].size(), 2U) << "ADD and MUL";
}

// A function that only the plain loops compute pays in one size, also on a CPU driver, and in another size
// does not.
TEST_P(ResizeTest, SizesThatDoNotPayRunOnTheCpu) {
  const ir::Shape large = {1, 128, 64, 64};
  const ir::Shape small = {1, 1, 1, 64};
  ModelBuilder model;
  model.SetOutputs({model.Node(abi::kTfLiteBuiltinCos, {model.Input(large)}, large)});
  const std::string path = testing::TempDir() + "/losses_" + GetParam() + ".json";
  const auto delegate = MakeDelegate({{"report_path", path}, {"partition_policy", "auto"}}, GetParam());
  FakeInterpreter stock(model);
  FakeInterpreter interpreter(model);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  ASSERT_EQ(interpreter.subgraph().DelegateNodes(), 1);
  const auto report = [&] {
    std::ifstream file(path);
    return nlohmann::json::parse(file);
  };
  for (const ir::Shape& size : {small, large, small}) {
    for (FakeInterpreter* host : {&interpreter, &stock}) {
      host->ResizeInput(0, size);
      ASSERT_EQ(host->AllocateTensors(), abi::kTfLiteOk) << host->TakeErrors();
    }
    const auto found = Run(interpreter);
    const auto expected = Run(stock);
    for (size_t i = 0; i < expected[0].size(); ++i) EXPECT_NEAR(found[0][i], expected[0][i], 1e-2F);
  }
  if (std::string(GetParam()) == "reference") return;
  const auto content = report();
  ASSERT_EQ(content["fallbacks"].size(), 1U);
  EXPECT_EQ(content["fallbacks"][0]["reason_code"], "NOT_WORTH_IT");
  EXPECT_THAT(content["fallbacks"][0]["reason"].get<std::string>(), testing::HasSubstr(", in these shapes"));
  ASSERT_EQ(content["programs"].size(), 1U);
  EXPECT_EQ(content["programs"][0]["input_shapes"][0], nlohmann::json({1, 128, 64, 64}));
  EXPECT_GT(content["programs"][0]["estimated_device_us"], 60);
}

// The first nodes of BirdNET: the file's 1 in an open dim makes no whole frame.
TEST_P(ResizeTest, OpenDimsAreJudgedWhenTheyAreKnown) {
  for (const bool resizes_first : {false, true}) {
    ModelBuilder model;
    const int input = model.Input({1, 1});
    model.tensor(input).signature = {ir::kUnknownDim, ir::kUnknownDim};
    const int frames = model.Node(abi::kTfLiteBuiltinReshape, {input, model.Ints({-1, 6})}, {1, 6},
                                  abi::TfLiteReshapeParams());
    const int weights = model.Floats({4, 6}, SomeValues(24));
    const int result = model.Node(abi::kTfLiteBuiltinFullyConnected, {frames, weights}, {1, 4},
                                  abi::TfLiteFullyConnectedParams());
    model.SetOutputs({result});
    const auto delegate = MakeDelegate({}, GetParam());
    FakeInterpreter stock(model);
    FakeInterpreter interpreter(model);
    if (resizes_first) interpreter.ResizeInput(0, {2, 12});
    ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
    EXPECT_EQ(interpreter.subgraph().DelegateNodes(), 1);
    EXPECT_EQ(interpreter.subgraph().plan().size(), 1U);
    for (const ir::Shape& size : {ir::Shape{2, 12}, ir::Shape{1, 6}, ir::Shape{3, 4}}) {
      for (FakeInterpreter* host : {&interpreter, &stock}) {
        host->ResizeInput(0, size);
        ASSERT_EQ(host->AllocateTensors(), abi::kTfLiteOk) << host->TakeErrors();
      }
      ExpectClose(Run(interpreter), Run(stock));
    }
    // A size that the interpreter's own kernel refuses is an error here as well.
    interpreter.ResizeInput(0, {1, 7});
    EXPECT_NE(interpreter.AllocateTensors(), abi::kTfLiteOk);
    EXPECT_THAT(interpreter.TakeErrors(), testing::HasSubstr("does not hold the 7 elements"));
  }
}

// The model computes a size with SHAPE and MUL. It is a constant of each plan, also if every node is a
// partition of its own.
TEST_P(ResizeTest, ShapesThatTheModelComputes) {
  CheckComputedShapes({}, GetParam(), 1);
  CheckComputedShapes({.reapplies_on_resize = true}, GetParam(), 1);
  CheckComputedShapes({.preserve_all_tensors = true}, GetParam(), 5);
}

void ResizeTest::CheckComputedShapes(FakeInterpreterOptions options, const char* backend, size_t partitions) {
  ModelBuilder model;
  const int input = model.Input({1, 1, 1, 4});
  model.tensor(input).signature = {ir::kUnknownDim, ir::kUnknownDim, ir::kUnknownDim, 4};
  const auto as_int32 = [&](int id) {
    model.tensor(id).type = ir::DataType::kInt32;
    return id;
  };
  const int relu = model.Node(abi::kTfLiteBuiltinRelu, {input}, {1, 1, 1, 4});
  const int shape =
      as_int32(model.Node(abi::kTfLiteBuiltinShape, {relu}, {4}, abi::TfLiteShapeParams{abi::kTfLiteInt32}));
  const int size = as_int32(model.Node(abi::kTfLiteBuiltinStridedSlice,
                                       {shape, model.Ints({1}), model.Ints({3}), model.Ints({1})}, {2},
                                       abi::TfLiteStridedSliceParams{}));
  const int doubled =
      as_int32(model.Node(abi::kTfLiteBuiltinMul, {size, model.Ints({2, 2})}, {2}, kNoActivation));
  const int resized = model.Node(abi::kTfLiteBuiltinResizeBilinear, {relu, doubled}, {1, 2, 2, 4},
                                 abi::TfLiteResizeBilinearParams{.half_pixel_centers = true});
  model.SetOutputs({resized});
  const auto delegate = MakeDelegate({}, backend);
  FakeInterpreter interpreter(model, options);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  EXPECT_EQ(interpreter.subgraph().plan().size(), partitions);
  for (const ir::Shape& size_of : {ir::Shape{1, 3, 5, 4}, ir::Shape{2, 4, 2, 4}, ir::Shape{1, 3, 5, 4}}) {
    ModelBuilder closed;
    const int image = closed.Input(size_of);
    const int positive = closed.Node(abi::kTfLiteBuiltinRelu, {image}, size_of);
    closed.SetOutputs({closed.Node(abi::kTfLiteBuiltinResizeBilinear,
                                   {positive, closed.Ints({size_of[1] * 2, size_of[2] * 2})}, {1},
                                   abi::TfLiteResizeBilinearParams{.half_pixel_centers = true})});
    FakeInterpreter stock(closed);
    ASSERT_EQ(stock.AllocateTensors(), abi::kTfLiteOk);
    interpreter.ResizeInput(0, size_of);
    ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk) << interpreter.TakeErrors();
    EXPECT_EQ(interpreter.OutputDims(0), (ir::Shape{size_of[0], size_of[1] * 2, size_of[2] * 2, 4}));
    ExpectClose(Run(interpreter), Run(stock));
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, ResizeTest, testing::Values("vulkan", "reference"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace litevk::test
