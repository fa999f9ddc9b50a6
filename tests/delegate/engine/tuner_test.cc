// Tuning: every alternative computes the same results, and choices are used again.
#include "delegate/engine/tuner.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "delegate/lower/lowering.h"
#include "runtime/exec/executable.h"
#include "runtime/platform/files.h"
#include "runtime/vk/acquire_device.h"
#include "runtime/vk/instance/fault_injector.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"
#include "tests/delegate/lower/small_integers.h"
#include "tests/runtime/vk/pin_drivers.h"

namespace litevk {
namespace {

using testing::FloatNear;
using testing::HasSubstr;
using testing::Pointwise;

// 3x3 convolution, depthwise convolution, max pooling, 1x1 convolution.
class TunedModel {
 public:
  TunedModel() {
    image_ = builder_.Runtime({1, 12, 12, 16});
    const abi::TfLiteConvParams same = {abi::kTfLitePaddingSame, 1, 1, abi::kTfLiteActNone, 1, 1};
    const abi::TfLiteDepthwiseConvParams depthwise = {abi::kTfLitePaddingSame, 1, 1, 1,
                                                      abi::kTfLiteActNone,     1, 1};
    const abi::TfLitePoolParams pool = {abi::kTfLitePaddingSame, 2, 2, 3, 3, abi::kTfLiteActNone};
    const auto features = Conv(image_, {16, 3, 3, 16}, {1, 12, 12, 16}, same);
    const auto filter = builder_.Floats({1, 3, 3, 16}, SmallIntegers(144, 3));
    const auto filtered = builder_.Node(abi::kTfLiteBuiltinDepthwiseConv2d, {features, filter, ir::kAbsent},
                                        {1, 12, 12, 16}, ir::Params(&depthwise, sizeof(depthwise)));
    const auto pooled = builder_.Node(abi::kTfLiteBuiltinMaxPool2d, {filtered}, {1, 6, 6, 16},
                                      ir::Params(&pool, sizeof(pool)));
    result_ = Conv(pooled, {8, 1, 1, 16}, {1, 6, 6, 8}, same);
  }

  LoweredPartition LowerWith(const Choices& choices, gpu::DeviceLimits limits, bool winograd = true) const {
    limits.profile.winograd = winograd;
    return Lower(test::Judged(builder_.graph(), limits), builder_.AllPositions(), std::array{image_},
                 std::array{result_}, {.choices = &choices});
  }

  std::vector<float> Run(const std::shared_ptr<const vk::Device>& device, LoweredPartition lowered) const {
    const gpu::TensorId input = lowered.tensors[static_cast<size_t>(image_)];
    const gpu::TensorId output = lowered.tensors[static_cast<size_t>(result_)];
    auto executable = Executable::Build(device, std::move(lowered.graph), {});
    EXPECT_TRUE(executable.ok()) << executable.status().message();
    if (!executable.ok()) return {};
    const auto bytes = (*executable)->Input(input);
    const std::vector<float> image = SmallIntegers(bytes.size() / sizeof(float), 4);
    std::ranges::copy(std::as_bytes(std::span(image)), bytes.begin());
    EXPECT_TRUE((*executable)->Run().ok());
    const auto read = (*executable)->Output(output);
    std::vector<float> values(read.size() / sizeof(float));
    std::ranges::copy(read, std::as_writable_bytes(std::span(values)).begin());
    return values;
  }

 private:
  ir::TensorId Conv(ir::TensorId input, const ir::Shape& filter, ir::Shape output,
                    const abi::TfLiteConvParams& params) {
    const auto weights = builder_.Floats(filter, SmallIntegers(static_cast<size_t>(filter.NumElements()), 1));
    return builder_.Node(abi::kTfLiteBuiltinConv2d, {input, weights, ir::kAbsent}, std::move(output),
                         ir::Params(&params, sizeof(params)));
  }

  GraphBuilder builder_;
  ir::TensorId image_ = ir::kAbsent;
  ir::TensorId result_ = ir::kAbsent;
};

class TunerTest : public testing::Test {
 protected:
  TunerTest() {
    Logger::ForgetWarnings();
    folder_ = std::filesystem::path(testing::TempDir()) / ("litevk-tuner-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    device_ = Acquire({});
    PinDrivers();
  }
  ~TunerTest() override { std::filesystem::remove_all(folder_); }

  static std::shared_ptr<const vk::Device> Acquire(vk::FeatureSet disabled) {
    vk::DeviceRequest request;
    request.allow_cpu_device = true;
    request.disabled_features = disabled;
    auto device = vk::AcquireDevice(request);
    EXPECT_TRUE(device.ok()) << device.status().message();
    return device.ok() ? *device : nullptr;
  }

  // Lowers for the device and counts how often.
  Tuner::LowerWith Counted() {
    return [this](const Choices& choices) {
      ++lowered_;
      return model_.LowerWith(choices, device_->limits());
    };
  }

  // Each alternative of each node, the others as estimated, computes the same values.
  void ExpectEqualResults(const gpu::DeviceLimits& limits) {
    const std::vector<float> expected = model_.Run(device_, model_.LowerWith({}, limits));
    const auto points = model_.LowerWith({}, limits).choice_points;
    ASSERT_EQ(points.size(), 4U);
    for (const ChoicePoint& point : points) {
      EXPECT_GT(point.alternatives.size(), 1U);
      for (const std::string& name : point.alternatives) {
        SCOPED_TRACE(point.key + ": " + name);
        // Sums of small integers are exact in any order; Winograd's convolution rounds.
        const float tolerance = name == "winograd" || points[0].alternatives[0] == "winograd" ? 0.05F : 0.0F;
        EXPECT_THAT(model_.Run(device_, model_.LowerWith({{point.key, name}}, limits)),
                    Pointwise(FloatNear(tolerance), expected));
      }
    }
  }

  TunedModel model_;
  std::filesystem::path folder_;
  std::shared_ptr<const vk::Device> device_;
  int lowered_ = 0;
};

TEST_F(TunerTest, EveryAlternativeComputesTheSame) { ExpectEqualResults(device_->limits()); }

TEST_F(TunerTest, EveryAlternativeForGpusComputesTheSame) {
  gpu::DeviceLimits limits = device_->limits();
  limits.profile.prefers_texel_loads = false;
  limits.runs_on_cpu = false;
  limits.profile.parallel_workgroups = 96;
  ExpectEqualResults(limits);
}

TEST_F(TunerTest, TimesANodeOnce) {
  Tuner tuner(*device_, Tuning::kExhaustive, "", Logger());
  const Choices choices = tuner.ChoicesFor(device_, Counted());
  EXPECT_EQ(choices.size(), 4U);
  for (const ChoicePoint& point : model_.LowerWith({}, device_->limits()).choice_points) {
    ASSERT_TRUE(choices.contains(point.key));
    EXPECT_THAT(point.alternatives, testing::Contains(choices.at(point.key)));
  }
  EXPECT_GT(lowered_, 2);
  lowered_ = 0;
  EXPECT_EQ(tuner.ChoicesFor(device_, Counted()), choices);
  EXPECT_EQ(lowered_, 1);
}

TEST_F(TunerTest, WhatWasTimedWithoutWinogradIsNotTakenWithIt) {
  const auto with = model_.LowerWith({}, device_->limits()).choice_points;
  for (const ChoicePoint& point : model_.LowerWith({}, device_->limits(), false).choice_points) {
    EXPECT_EQ(std::ranges::count(with, point.key, &ChoicePoint::key), 0) << point.key;
  }
}

TEST_F(TunerTest, FastTimesFewAlternatives) {
  Tuner fast(*device_, Tuning::kFast, "", Logger());
  fast.ChoicesFor(device_, Counted());
  EXPECT_EQ(lowered_, 1 + 3);
}

TEST_F(TunerTest, AnotherProcessReadsWhatWasFound) {
  const Choices found = Tuner(*device_, Tuning::kFast, folder_, Logger()).ChoicesFor(device_, Counted());
  lowered_ = 0;
  EXPECT_EQ(Tuner(*device_, Tuning::kFast, folder_, Logger()).ChoicesFor(device_, Counted()), found);
  EXPECT_EQ(lowered_, 1);
}

TEST_F(TunerTest, ADamagedFileIsWrittenAnew) {
  const TuningFile file(folder_, device_->info(), device_->features());
  for (const char* text : {"{", "[]", R"({"schema_version": 1, "made_for": "another", "choices": {}})",
                           R"({"schema_version": 2})"}) {
    std::ofstream(file.path()) << text;
    EXPECT_THAT(file.Read().status().message(), HasSubstr("expected tuning results of"));
    Logger::ForgetWarnings();
    testing::internal::CaptureStderr();
    const Choices found = Tuner(*device_, Tuning::kFast, folder_, Logger()).ChoicesFor(device_, Counted());
    EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("written anew"));
    const auto kept = file.Read();
    ASSERT_TRUE(kept.ok()) << kept.status().message();
    EXPECT_EQ(*kept, found);
  }
}

// Each device has a file of its own, or refuses the other's under the same name.
TEST_F(TunerTest, AFileIsOfOneDeviceAndItsDriverAlone) {
  const vk::DeviceInfo& own = device_->info();
  const TuningFile file(folder_, own, device_->features());
  ASSERT_TRUE(file.Add({{"a", "tile 1"}}).ok());
  const auto expect_none = [&](const vk::DeviceInfo& device, vk::FeatureSet features) {
    const TuningFile other(folder_, device, features);
    const auto read = other.Read();
    EXPECT_TRUE(!read.ok() || read->empty());
    if (other.path() == file.path()) return;
    std::filesystem::copy_file(file.path(), other.path());
    EXPECT_THAT(other.Read().status().message(), HasSubstr("those of another device or version"));
  };
  for (std::string vk::DeviceInfo::*const part :
       {&vk::DeviceInfo::name, &vk::DeviceInfo::driver, &vk::DeviceInfo::pipeline_cache_id}) {
    vk::DeviceInfo other = own;
    (other.*part) += "0";
    expect_none(other, device_->features());
  }
  expect_none(own, vk::FeatureSet());
}

// A file that others overwrite is tuned again in every process.
TEST_F(TunerTest, DevicesAndFeaturesHaveFilesOfTheirOwn) {
  const vk::DeviceInfo& own = device_->info();
  const std::string path = TuningFile(folder_, own, device_->features()).path();
  vk::DeviceInfo other = own;
  other.name += "0";
  EXPECT_NE(TuningFile(folder_, other, device_->features()).path(), path);
  EXPECT_NE(TuningFile(folder_, own, vk::FeatureSet()).path(), path);
}

// A file's own text with nothing but the version, of the library or of the form, replaced.
TEST_F(TunerTest, AFileOfAnotherVersionIsNotUsed) {
  const TuningFile file(folder_, device_->info(), device_->features());
  ASSERT_TRUE(file.Add({{"a", "tile 1"}}).ok());
  const std::string whole = *ReadFile(file.path());
  const std::string version = "litevk " LITEVK_VERSION;
  const std::string form = R"("schema_version": 1)";
  for (const auto& [own, other] :
       {std::pair(version + ",", version + "0,"), std::pair(version + ",", std::string("litevk 0.0.0,")),
        std::pair(form, std::string(R"("schema_version": 2)"))}) {
    const size_t at = whole.find(own);
    ASSERT_NE(at, std::string::npos) << whole;
    std::ofstream(file.path()) << std::string(whole).replace(at, own.size(), other);
    EXPECT_FALSE(file.Read().ok()) << other;
    lowered_ = 0;
    Logger::ForgetWarnings();
    testing::internal::CaptureStderr();
    Tuner(*device_, Tuning::kFast, folder_, Logger()).ChoicesFor(device_, Counted());
    EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("written anew"));
    EXPECT_GT(lowered_, 1) << other;
    EXPECT_FALSE(file.Read()->contains("a"));
  }
  std::ofstream(file.path()) << whole;
  EXPECT_EQ(*file.Read(), (Choices{{"a", "tile 1"}}));
}

TEST_F(TunerTest, AFileKeepsWhatOthersAdd) {
  const TuningFile file(folder_, device_->info(), device_->features());
  ASSERT_TRUE(file.Add({{"a", "tile 1"}, {"b", "tile 2"}}).ok());
  ASSERT_TRUE(file.Add({{"b", "tile 4"}, {"c", "tile 7"}}).ok());
  const auto kept = file.Read();
  ASSERT_TRUE(kept.ok()) << kept.status().message();
  EXPECT_EQ(*kept, (Choices{{"a", "tile 1"}, {"b", "tile 4"}, {"c", "tile 7"}}));
}

TEST_F(TunerTest, AFolderThatIsNotThereIsAWarning) {
  testing::internal::CaptureStderr();
  const Choices found =
      Tuner(*device_, Tuning::kFast, folder_ / "none", Logger()).ChoicesFor(device_, Counted());
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("litevk: tuning"));
  EXPECT_EQ(found.size(), 4U);
}

TEST_F(TunerTest, WithoutTimestampsEstimatesChoose) {
  vk::FeatureSet disabled;
  disabled.Add(vk::Feature::kTimestamps);
  device_ = Acquire(disabled);
  testing::internal::CaptureStderr();
  EXPECT_TRUE(Tuner(*device_, Tuning::kFast, "", Logger()).ChoicesFor(device_, Counted()).empty());
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("no timestamps"));
}

// An alternative without a time is not chosen, and the next process may try again.
TEST_F(TunerTest, LateTimestampsLeaveTheEstimates) {
  vk::FaultInjector::FailNamed("vkGetQueryPoolResults", VK_NOT_READY);
  EXPECT_TRUE(Tuner(*device_, Tuning::kFast, "", Logger()).ChoicesFor(device_, Counted()).empty());
  vk::FaultInjector::Reset();
}

TEST_F(TunerTest, WaitsEnd) {
  vk::FaultInjector::FailNamed("vkWaitForFences", VK_TIMEOUT);
  testing::internal::CaptureStderr();
  EXPECT_TRUE(Tuner(*device_, Tuning::kFast, "", Logger(), 30).ChoicesFor(device_, Counted()).empty());
  vk::FaultInjector::Reset();
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr("invoke_timeout_ms"));
  EXPECT_EQ(std::ranges::count(log, '\n'), 1) << log;
}

}  // namespace
}  // namespace litevk
