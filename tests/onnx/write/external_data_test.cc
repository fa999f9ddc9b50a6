#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "onnx/convert/convert.h"
#include "tests/runtime/model/test_model.h"

namespace litevk::to_onnx {
namespace {

namespace fs = std::filesystem;

// A sum with a constant of 4,096 bytes.
class ExternalData : public ::testing::Test {
 protected:
  ExternalData() {
    constexpr int kElements = 1024;
    const int x = model_.Input({kElements});
    const int constant = model_.Floats({kElements}, std::vector<float>(kElements, 1.5F));
    model_.SetOutputs({model_.Op(abi::kTfLiteBuiltinAdd, {x, constant}, {kElements})});
  }

  // Returns the written model's size, or the reason why there is none.
  Result<size_t> Write(const Options& options) {
    LITEVK_ASSIGN_OR_RETURN(const auto model, model_.Load());
    LITEVK_ASSIGN_OR_RETURN(Conversion conversion, Conversion::Run(*model, options));
    data_path_ = conversion.DataPath(path_);
    LITEVK_RETURN_IF_ERROR(conversion.Write(path_));
    return fs::file_size(path_);
  }

  ~ExternalData() override {
    fs::remove(path_);
    fs::remove(path_ + ".data");
  }

  test::TestModel model_;
  std::string path_ = ::testing::TempDir() + "/external_data_test.onnx";
  std::string data_path_;
};

TEST_F(ExternalData, StaysInAModelThatOneFileHolds) {
  const auto bytes = Write({});
  ASSERT_TRUE(bytes.ok()) << bytes.status().message();
  EXPECT_THAT(*bytes, ::testing::Gt(4096U));
  EXPECT_EQ(data_path_, "");
  EXPECT_FALSE(fs::exists(path_ + ".data"));
}

TEST_F(ExternalData, LeavesAModelThatIsTooLarge) {
  const auto whole = Write({});
  ASSERT_TRUE(whole.ok()) << whole.status().message();
  Options options;
  options.most_file_bytes = *whole - 1;
  const auto bytes = Write(options);
  ASSERT_TRUE(bytes.ok()) << bytes.status().message();
  EXPECT_THAT(*bytes, ::testing::Lt(*whole - 3500));
  EXPECT_EQ(data_path_, path_ + ".data");
  EXPECT_EQ(fs::file_size(data_path_), 4096U);
  options.most_file_bytes = *whole;
  EXPECT_EQ(*Write(options), *whole);
  EXPECT_EQ(data_path_, "");
}

TEST_F(ExternalData, SaysWhatIsStillTooLarge) {
  Options options;
  options.most_file_bytes = 16;
  EXPECT_THAT(Write(options).status().message(),
              ::testing::HasSubstr("more than a file of ONNX holds, without its weights too"));
}

}  // namespace
}  // namespace litevk::to_onnx
