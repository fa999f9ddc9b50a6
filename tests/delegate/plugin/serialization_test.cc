// Files of a delegate in serialization_dir: compiled pipelines, and the choices of tuning.
#include <unistd.h>

#include <filesystem>

#include "tests/delegate/plugin/delegate_fixture.h"

namespace litevk::test {
namespace {

namespace fs = std::filesystem;

class SerializationTest : public DelegateTest {
 protected:
  SerializationTest()
      : folder_(fs::path(testing::TempDir()) / ("litevk-serialization-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
    const ir::Shape image = {1, 6, 5, 8};
    const int input = model_.Input(image);
    const int filter = model_.Floats({12, 1, 1, 8}, SomeValues(96, 2));
    const int bias = model_.Floats({12}, SomeValues(12, 3));
    const abi::TfLiteConvParams params = {abi::kTfLitePaddingSame, 1, 1, abi::kTfLiteActRelu, 1, 1};
    model_.SetOutputs({model_.Node(abi::kTfLiteBuiltinConv2d, {input, filter, bias}, {1, 6, 5, 12}, params)});
  }
  ~SerializationTest() override { fs::remove_all(folder_); }

  size_t Count(const char* extension) const {
    size_t count = 0;
    for (const auto& entry : fs::directory_iterator(folder_))
      count += entry.path().extension() == extension ? 1 : 0;
    return count;
  }

  void RunWith(OptionPairs options) {
    options.emplace_back("serialization_dir", folder_.string());
    const auto delegate = MakeDelegate(std::move(options));
    ExpectSameResults(model_, delegate->abi(), 1);
  }

  fs::path folder_;
  ModelBuilder model_;
};

TEST_F(SerializationTest, KeepsPipelines) {
  RunWith({});
  EXPECT_EQ(Count(".pipelines"), 1U);
  EXPECT_EQ(Count(".tuning"), 0U);
  RunWith({});
  EXPECT_EQ(Count(".pipelines"), 1U);
}

TEST_F(SerializationTest, KeepsWhatTuningFound) {
  for (const char* tuning : {"fast", "exhaustive"}) {
    RunWith({{"tuning", tuning}});
    EXPECT_EQ(Count(".tuning"), 1U);
  }
}

// The pipelines are the process's, so a file has them whatever compiled them. A device is kept only without
// the validation layer.
TEST_F(SerializationTest, KeepsPipelinesThatTheProcessHadBefore) {
  const char* validation = std::getenv("LITEVK_VALIDATION");
  const std::string saved = validation == nullptr ? "0" : validation;
  unsetenv("LITEVK_VALIDATION");
  {
    const auto delegate = MakeDelegate({});
    ExpectSameResults(model_, delegate->abi(), 1);
  }
  RunWith({});
  EXPECT_EQ(Count(".pipelines"), 1U);
  setenv("LITEVK_VALIDATION", saved.c_str(), 1);
}

// The cache is in the user's own folder, or nowhere: files of other users there would run.
TEST_F(SerializationTest, AutoIsTheUsersCacheFolder) {
  const fs::path cache = folder_;
  folder_ = cache / "litevk";
  const char* before = std::getenv("XDG_CACHE_HOME");
  const std::string saved = before == nullptr ? "" : before;
  setenv("XDG_CACHE_HOME", cache.c_str(), 1);
  const auto delegate = MakeDelegate({{"serialization_dir", "auto"}});
  ExpectSameResults(model_, delegate->abi(), 1);
  EXPECT_EQ(Count(".pipelines"), 1U);
  fs::remove_all(folder_);
  fs::permissions(cache, fs::perms::all);
  testing::internal::CaptureStderr();
  const auto refused = MakeDelegate({{"serialization_dir", "auto"}});
  ExpectSameResults(model_, refused->abi(), 1);
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, testing::StartsWith("litevk: serialization_dir=auto: nothing is kept: folder \""));
  EXPECT_EQ(std::ranges::count(log, '\n'), 1) << log;
  EXPECT_FALSE(fs::exists(folder_));
  setenv("XDG_CACHE_HOME", saved.c_str(), 1);
  folder_ = cache;
}

TEST_F(SerializationTest, AnotherEffortIsRefused) {
  const auto delegate = Delegate::Create({{"tuning", "slow"}});
  ASSERT_FALSE(delegate.ok());
  EXPECT_THAT(delegate.status().message(), testing::HasSubstr("none, fast or exhaustive"));
}

}  // namespace
}  // namespace litevk::test
