// A device with too little memory for the usual plan: smaller plans are tried, then the CPU for the largest
// nodes, then for all.
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

#include "runtime/vk/acquire_device.h"
#include "tests/delegate/plugin/delegate_fixture.h"

namespace litevk::test {
namespace {

using testing::HasSubstr;

// Algorithms are chosen as for two cores, whatever the machine has.
const OptionPairs::value_type kFewWorkgroups = {"parallel_workgroups", "2"};

// Four layers for which Winograd's algorithm, with its scratch memory, is the fastest, and a small end.
class MemoryTest : public DelegateTest {
 protected:
  MemoryTest() {
    int tensor = model_.Input({1, 28, 28, 64});
    for (int layer = 0; layer < 4; ++layer) {
      const int filter = model_.Floats({64, 3, 3, 64}, SmallValues(int64_t{64} * 9 * 64, layer));
      const int bias = model_.Floats({64}, SmallValues(64, layer));
      tensor = model_.Node(abi::kTfLiteBuiltinConv2d, {tensor, filter, bias}, {1, 28, 28, 64}, kSameConv);
    }
    const int axes = model_.Ints({1, 2});
    model_.SetOutputs({model_.Node(abi::kTfLiteBuiltinMean, {tensor, axes}, {1, 64},
                                   abi::TfLiteReducerParams{.keep_dims = false})});
    FakeInterpreter stock(model_);
    EXPECT_EQ(stock.AllocateTensors(), abi::kTfLiteOk);
    expected_ = Run(stock);
  }

  static std::vector<float> SmallValues(int64_t count, int seed) {
    std::vector<float> values = SomeValues(count, seed);
    for (float& value : values) value /= 128;
    return values;
  }

  static uint64_t UsedBytes() {
    const auto device = vk::AcquireDevice({.allow_cpu_device = true});
    return device.ok() ? (*device)->allocated_bytes() : 0;
  }

  // Returns the bytes that the model takes on the device by itself.
  uint64_t Needed() {
    const auto delegate = MakeDelegate({kFewWorkgroups});
    FakeInterpreter interpreter(model_);
    EXPECT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
    EXPECT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk);
    return UsedBytes();
  }

  // Runs the model on a device with that much memory, and returns what the report says of it; "": nothing.
  std::string RunWithin(uint64_t bytes, OptionPairs options = {}) {
    const std::filesystem::path path = testing::TempDir() + "memory_report.json";
    options.insert(options.end(), {kFewWorkgroups, {"log_level", "silent"}, {"report_path", path.string()}});
    vk::FaultInjector::LimitMemory(bytes);
    {
      const auto delegate = MakeDelegate(options);
      FakeInterpreter interpreter(model_);
      EXPECT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
      const bool is_ready = interpreter.AllocateTensors() == abi::kTfLiteOk;
      if (is_ready) ExpectClose(Run(interpreter), expected_);
      if (!is_ready) error_ = interpreter.TakeErrors();
      EXPECT_LE(UsedBytes(), bytes);
    }
    vk::FaultInjector::Reset();
    EXPECT_EQ(UsedBytes(), 0U) << "of " << bytes;
    const auto report = nlohmann::json::parse(std::ifstream(path));
    std::filesystem::remove(path);
    return report.contains("incidents") ? report["incidents"][0]["what"].get<std::string>() : "";
  }

  ModelBuilder model_;
  std::vector<std::vector<float>> expected_;
  std::string error_;
};

TEST_F(MemoryTest, PlansGetSmallerWithTheMemory) {
  const uint64_t needed = Needed();
  EXPECT_EQ(RunWithin(needed), "");
  EXPECT_THAT(RunWithin(needed - 1), HasSubstr("it is computed by algorithms that take less memory"));
  // Memory that ends at any of fifty sizes gives right results, and each of the endings is met.
  std::set<std::string> endings;
  for (uint64_t share = 0; share <= 100; share += 2) {
    const std::string what = RunWithin(needed * share / 100);
    endings.insert(what.substr(std::min(what.size(), what.find("; ") + 1)));
  }
  EXPECT_THAT(endings, testing::IsSupersetOf({" it is computed by algorithms that take less memory",
                                              " 3 of its 5 nodes, the largest, run on the CPU",
                                              " it runs on the CPU"}));
}

TEST_F(MemoryTest, StrictTakesASmallerPlanAndNoCpu) {
  const uint64_t needed = Needed();
  const OptionPairs strict = {{"strict", "1"}};
  EXPECT_THAT(RunWithin(needed - 1, strict), HasSubstr("algorithms that take less memory"));
  EXPECT_EQ(error_, "");
  RunWithin(needed / 10, strict);
  EXPECT_THAT(error_, HasSubstr("the option strict forbids the CPU"));
}

}  // namespace
}  // namespace litevk::test
