// Models and interpreters in the C API: runs, and diagnostics of failures.
#include "tests/runtime/c_api/c_api_test.h"

#include <gmock/gmock.h>

#include <climits>
#include <filesystem>
#include <fstream>
#include <string>

namespace litevk::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST_F(CApi, RunsAModel) {
  const Owned<LitevkInterpreter> interpreter = Make();
  ASSERT_NE(interpreter, nullptr) << error_;
  EXPECT_EQ(LitevkInterpreterGetInputCount(interpreter.get()), 1);
  EXPECT_EQ(LitevkInterpreterGetOutputCount(interpreter.get()), 1);
  ASSERT_EQ(LitevkInterpreterAllocateTensors(interpreter.get()), kLitevkOk);
  EXPECT_THAT(RunOnce(interpreter.get(), {1, 2}), ElementsAre(6, 12));
  EXPECT_STREQ(LitevkInterpreterGetError(interpreter.get()), "");
}

// As in TFLite, -1 leaves the number of threads to the interpreter, and 0 is one.
TEST_F(CApi, RefusesFewerThreadsThanMinusOne) {
  for (const int threads : {INT_MIN, -2, -1, 0, 1, 3}) {
    const Owned<LitevkInterpreterOptions> options(LitevkInterpreterOptionsCreate());
    LitevkInterpreterOptionsSetNumThreads(options.get(), threads);
    const Owned<LitevkInterpreter> interpreter = Make(options.get());
    if (threads < -1) {
      EXPECT_EQ(interpreter, nullptr);
      EXPECT_THAT(error_, HasSubstr("num_threads should be at least 0, or -1 for the default, found -"));
      continue;
    }
    ASSERT_NE(interpreter, nullptr) << error_;
    ASSERT_EQ(LitevkInterpreterAllocateTensors(interpreter.get()), kLitevkOk);
    EXPECT_THAT(RunOnce(interpreter.get(), {1, 2}), ElementsAre(6, 12));
  }
}

TEST_F(CApi, RunsAModelFromAFile) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "c_api_sum.tflite";
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes_.data()), static_cast<std::streamsize>(bytes_.size()));
  Owned<LitevkModel> model(LitevkModelCreateFromFile(path.c_str(), error_, sizeof(error_)));
  ASSERT_NE(model, nullptr) << error_;
  const Owned<LitevkInterpreter> interpreter(
      LitevkInterpreterCreate(model.get(), nullptr, error_, sizeof(error_)));
  ASSERT_NE(interpreter, nullptr) << error_;
  model.reset();
  std::filesystem::remove(path);
  ASSERT_EQ(LitevkInterpreterAllocateTensors(interpreter.get()), kLitevkOk);
  EXPECT_THAT(RunOnce(interpreter.get(), {1, 2}), ElementsAre(6, 12));
}

TEST_F(CApi, ResizesInputs) {
  const Owned<LitevkInterpreter> interpreter = Make();
  const int dims[] = {2, 2};
  ASSERT_EQ(LitevkInterpreterResizeInputTensor(interpreter.get(), 0, dims, 2), kLitevkOk);
  ASSERT_EQ(LitevkInterpreterAllocateTensors(interpreter.get()), kLitevkOk);
  const LitevkTensor* output = LitevkInterpreterGetOutputTensor(interpreter.get(), 0);
  EXPECT_EQ(LitevkTensorGetDimCount(output), 2);
  EXPECT_EQ(LitevkTensorGetDim(output, 1), 2);
  EXPECT_EQ(LitevkTensorGetDim(output, 2), -1);
  EXPECT_EQ(LitevkTensorGetByteSize(output), 16u);
  EXPECT_THAT(RunOnce(interpreter.get(), {1, 2, 3, 4}), ElementsAre(6, 12, 18, 24));
}

TEST_F(CApi, KnowsNothingBeyondItsRanges) {
  const Owned<LitevkInterpreter> owned = Make();
  LitevkInterpreter* interpreter = owned.get();
  ASSERT_EQ(LitevkInterpreterAllocateTensors(interpreter), kLitevkOk);
  const LitevkTensor* tensor = LitevkInterpreterGetTensor(interpreter, 0);
  LitevkNodeInfo info;
  LitevkSparseDim dim;
  size_t length = 0;
  for (const int index : {INT_MIN, INT_MIN + 1, -2, -1, 1000, INT_MAX - 1, INT_MAX}) {
    EXPECT_EQ(LitevkInterpreterGetTensor(interpreter, index), nullptr) << index;
    EXPECT_EQ(LitevkInterpreterGetInputTensor(interpreter, index), nullptr) << index;
    EXPECT_EQ(LitevkInterpreterGetOutputTensor(interpreter, index), nullptr) << index;
    EXPECT_EQ(LitevkInterpreterGetInputTensorIndex(interpreter, index), -1) << index;
    EXPECT_EQ(LitevkInterpreterGetOutputTensorIndex(interpreter, index), -1) << index;
    EXPECT_EQ(LitevkInterpreterGetSubgraphTensorCount(interpreter, index), 0) << index;
    EXPECT_EQ(LitevkInterpreterGetSubgraphTensor(interpreter, index, 0), nullptr) << index;
    EXPECT_EQ(LitevkInterpreterGetSubgraphTensor(interpreter, 0, index), nullptr) << index;
    EXPECT_EQ(LitevkInterpreterGetNodeInfo(interpreter, index, &info), kLitevkApplicationError) << index;
    EXPECT_EQ(LitevkInterpreterGetSignatureKey(interpreter, index), nullptr) << index;
    EXPECT_EQ(LitevkInterpreterGetSignatureTensor(interpreter, "none", index), nullptr) << index;
    EXPECT_EQ(LitevkTensorGetDim(tensor, index), -1) << index;
    EXPECT_EQ(LitevkTensorGetSignatureDim(tensor, index), -1) << index;
    EXPECT_EQ(LitevkTensorGetSparseDim(tensor, index, &dim), kLitevkApplicationError) << index;
    EXPECT_EQ(LitevkTensorGetString(tensor, index, &length), nullptr) << index;
    EXPECT_EQ(LitevkBuiltinName(index), nullptr) << index;
    const int dims[] = {index};
    EXPECT_EQ(LitevkInterpreterResizeInputTensor(interpreter, index, dims, 1), kLitevkApplicationError)
        << index;
  }
}

TEST_F(CApi, RefusesACountOfDimsThatAreNotThere) {
  const Owned<LitevkInterpreter> interpreter = Make();
  const int dims[] = {2};
  for (const int count : {INT_MIN, -1}) {
    EXPECT_EQ(LitevkInterpreterResizeInputTensor(interpreter.get(), 0, dims, count), kLitevkApplicationError);
    EXPECT_THAT(LitevkInterpreterGetError(interpreter.get()),
                HasSubstr("dims_count is " + std::to_string(count)));
  }
  EXPECT_EQ(LitevkInterpreterResizeInputTensor(interpreter.get(), 0, nullptr, 1), kLitevkApplicationError);
}

TEST_F(CApi, TellsOfTheModel) {
  const Owned<LitevkModel> model = Load();
  EXPECT_STREQ(LitevkModelGetMinRuntimeVersion(model.get()), "");
  const void* bytes = nullptr;
  size_t size = 0;
  ASSERT_TRUE(LitevkModelGetMetadata(model.get(), "note", &bytes, &size));
  EXPECT_EQ(std::string(static_cast<const char*>(bytes), size), "text");
  EXPECT_FALSE(LitevkModelGetMetadata(model.get(), "other", &bytes, &size));
  EXPECT_STREQ(LitevkBuiltinName(3), "CONV_2D");
  EXPECT_EQ(LitevkBuiltinName(100000), nullptr);
  EXPECT_EQ(LitevkBuiltinCode("CONV_2D"), 3);
  EXPECT_EQ(LitevkBuiltinCode("NO_SUCH_OPERATOR"), -1);
  EXPECT_EQ(LitevkBuiltinCode(nullptr), -1);
  EXPECT_THAT(LitevkRuntimeVersion(), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}

TEST_F(CApi, SaysWhyAModelCannotBeLoaded) {
  EXPECT_EQ(LitevkModelCreateFromFile("/no/such/file", error_, sizeof(error_)), nullptr);
  EXPECT_THAT(error_, HasSubstr("/no/such/file"));
  EXPECT_EQ(LitevkModelCreateFromFile(nullptr, error_, sizeof(error_)), nullptr);
  EXPECT_STREQ(error_, "the model's path is null");
  EXPECT_EQ(LitevkModelCreate(nullptr, 5, error_, sizeof(error_)), nullptr);
  EXPECT_STREQ(error_, "the model's bytes are null");
  EXPECT_EQ(LitevkModelCreate("no model at all", 15, error_, sizeof(error_)), nullptr);
  EXPECT_STRNE(error_, "");
  EXPECT_EQ(LitevkModelCreate("no model at all", 15, nullptr, 0), nullptr);
}

TEST_F(CApi, CutsALongDiagnostic) {
  char small[8] = "1234567";
  EXPECT_EQ(LitevkModelCreateFromFile(nullptr, small, sizeof(small)), nullptr);
  EXPECT_STREQ(small, "the mod");
}

TEST_F(CApi, SaysWhyAnInterpreterCannotBeMade) {
  EXPECT_EQ(LitevkInterpreterCreate(nullptr, nullptr, error_, sizeof(error_)), nullptr);
  EXPECT_STREQ(error_, "the model is null");
  TestModel model;
  model.SetOutputs({model.Tensor({1})});
  model.AddCustomOp("Unheard", {model.Input({1})}, {0});
  bytes_ = model.Bytes();
  EXPECT_EQ(Make(), nullptr);
  EXPECT_THAT(error_, HasSubstr("unresolved custom op: Unheard"));
}

TEST_F(CApi, LoadsUnresolvedOperatorsOnRequest) {
  TestModel model;
  const int x = model.Input({1});
  const int y = model.Tensor({1});
  model.AddCustomOp("Unheard", {x}, {y});
  model.SetOutputs({y});
  bytes_ = model.Bytes();
  Owned<LitevkInterpreterOptions> options(LitevkInterpreterOptionsCreate());
  LitevkInterpreterOptionsSetAllowUnresolved(options.get(), true);
  const Owned<LitevkInterpreter> interpreter = Make(options.get());
  ASSERT_NE(interpreter, nullptr) << error_;
  EXPECT_NE(LitevkInterpreterAllocateTensors(interpreter.get()), kLitevkOk);
  EXPECT_THAT(LitevkInterpreterGetError(interpreter.get()), HasSubstr("Unheard"));
}

TEST_F(CApi, KeepsTheDiagnosticOfTheLastFailure) {
  const Owned<LitevkInterpreter> interpreter = Make();
  EXPECT_EQ(LitevkInterpreterInvoke(interpreter.get()), kLitevkError) << "nothing was allocated";
  EXPECT_STRNE(LitevkInterpreterGetError(interpreter.get()), "");
  const int dims[] = {3};
  EXPECT_EQ(LitevkInterpreterResizeInputTensor(interpreter.get(), 7, dims, 1), kLitevkApplicationError);
  EXPECT_THAT(LitevkInterpreterGetError(interpreter.get()), HasSubstr("there is no input 7"));
  EXPECT_EQ(LitevkInterpreterAllocateTensors(interpreter.get()), kLitevkOk);
  EXPECT_STREQ(LitevkInterpreterGetError(interpreter.get()), "");
}

TEST_F(CApi, ReportsEveryMessage) {
  std::vector<std::string> messages;
  Owned<LitevkInterpreterOptions> options(LitevkInterpreterOptionsCreate());
  LitevkInterpreterOptionsSetErrorReporter(
      options.get(),
      [](void* user_data, const char* message) {
        static_cast<std::vector<std::string>*>(user_data)->emplace_back(message);
      },
      &messages);
  const Owned<LitevkInterpreter> interpreter = Make(options.get());
  EXPECT_EQ(LitevkInterpreterInvoke(interpreter.get()), kLitevkError);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0], LitevkInterpreterGetError(interpreter.get()));
}

TEST_F(CApi, DeleteTakesNull) {
  LitevkModelDelete(nullptr);
  LitevkInterpreterOptionsDelete(nullptr);
  LitevkInterpreterDelete(nullptr);
}

}  // namespace
}  // namespace litevk::test
