// Loading of models: the contents of valid ones, and the diagnostic for each broken rule of the format.
#include "runtime/model/model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>

#include "runtime/model/builtin_code.h"
#include "runtime/model/load_tensor.h"
#include "runtime/model/tensor_data.h"
#include "runtime/tflite/schema/tflite_generated.h"
#include "tests/runtime/model/damaged/damage.h"
#include "tests/runtime/model/damaged/sample_models.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string LoadError(std::span<const std::byte> bytes) {
  const auto model = Model::FromBuffer(bytes);
  return model.ok() ? "" : model.status().message();
}

std::vector<int> ToInts(std::span<const std::byte> bytes) {
  std::vector<int> values;
  for (const std::byte byte : bytes) values.push_back(static_cast<int>(byte));
  return values;
}

class DamagedModel : public testing::TestWithParam<Damage> {};

TEST_P(DamagedModel, GivesItsDiagnostic) {
  TestModel model = MakeSample(GetParam().sample);
  GetParam().apply(model.model());
  EXPECT_THAT(LoadError(Serialize(model.model())), HasSubstr(GetParam().diagnostic));
}

INSTANTIATE_TEST_SUITE_P(, DamagedModel, testing::ValuesIn(Damages().begin(), Damages().end()),
                         [](const auto& test) { return test.param.name; });

TEST(Model, LoadsEverySample) {
  for (const SampleModel& sample : SampleModels()) {
    TestModel model = sample.make();
    EXPECT_EQ(LoadError(Serialize(model.model())), "") << sample.name;
  }
}

TEST(Model, ReadsMetadata) {
  TestModel source = MakeSample("text");
  const auto model = source.Load();
  ASSERT_TRUE(model.ok()) << model.status().message();
  EXPECT_EQ((*model)->MinRuntimeVersion(), "2.14.0");
  EXPECT_EQ((*model)->Metadata("min_runtime_version")->size(), 16U);
  EXPECT_FALSE((*model)->Metadata("other").has_value());
}

TEST(Model, WithoutMetadataHasNoVersion) {
  TestModel source = MakeSample("sparse");
  const auto model = source.Load();
  ASSERT_TRUE(model.ok()) << model.status().message();
  EXPECT_EQ((*model)->MinRuntimeVersion(), "");
}

TEST(Model, ReadsBuffersAndOptionsInTheFlatBuffer) {
  TestModel source = MakeSample("text");
  const auto model = source.Load();
  ASSERT_TRUE(model.ok()) << model.status().message();
  EXPECT_EQ((*model)->Buffer(0).data(), nullptr);
  EXPECT_EQ((*model)->Buffer(1).size(), 19U);
  const auto& operators = *(*model)->root().subgraphs()->Get(0)->operators();
  EXPECT_EQ((*model)->CustomOptions(*operators.Get(0)).data(), nullptr);
  EXPECT_THAT(ToInts((*model)->CustomOptions(*operators.Get(1))), ElementsAre(1, 2, 3));
}

TEST(Model, ReadsBuffersAndOptionsBehindTheFlatBuffer) {
  TestModel source = MakeSample("outside");
  const std::vector<std::byte> bytes = Serialize(source.model());
  const auto model = Model::FromBuffer(bytes);
  ASSERT_TRUE(model.ok()) << model.status().message();
  EXPECT_EQ((*model)->Buffer(1).size(), 24U);
  EXPECT_GT((*model)->Buffer(1).data(), bytes.data());
  const auto& operators = *(*model)->root().subgraphs()->Get(0)->operators();
  EXPECT_THAT(ToInts((*model)->CustomOptions(*operators.Get(1))), ElementsAre(1, 1, 1, 1, 1));
}

TEST(Model, IgnoresWhatBufferZeroHolds) {
  TestModel source = MakeSample("sparse");
  source.model().buffers[0]->data = {1, 2, 3};
  const auto model = source.Load();
  ASSERT_TRUE(model.ok()) << model.status().message();
  EXPECT_EQ((*model)->Buffer(0).data(), nullptr);
}

TEST(Model, TakesTheLargerOperatorCode) {
  schema::OperatorCodeT code;
  const auto read = [&code](int8_t old_field, int new_field) {
    code.deprecated_builtin_code = old_field;
    code.builtin_code = new_field;
    flatbuffers::FlatBufferBuilder builder;
    builder.Finish(schema::OperatorCode::Pack(builder, &code));
    return BuiltinCodeOf(*flatbuffers::GetRoot<litevk::schema::OperatorCode>(builder.GetBufferPointer()));
  };
  EXPECT_EQ(read(3, 0), 3);
  EXPECT_EQ(read(127, 150), 150);
  EXPECT_EQ(read(3, 3), 3);
}

// Returns the file as written by a program that ignores the format's alignment. The vector in this field of
// this table, which has one int64, lies at an odd multiple of 4.
std::vector<std::byte> WithUnaligned(const void* table, flatbuffers::voffset_t field,
                                     std::vector<std::byte> bytes) {
  const auto offset_in_table = static_cast<const flatbuffers::Table*>(table)->GetOptionalFieldOffset(field);
  const auto at = static_cast<size_t>(static_cast<const std::byte*>(table) + offset_in_table - bytes.data());
  uint32_t offset = 0;
  std::memcpy(&offset, &bytes[at], sizeof offset);
  const auto vector_at = bytes.begin() + static_cast<ptrdiff_t>(at + offset);
  const std::vector<std::byte> vector(vector_at, vector_at + 12);
  // Moves the vector to the end of the file, and adjusts the offset that leads to it.
  const size_t moved_to = bytes.size() % 8 == 0 ? bytes.size() : bytes.size() + 4;
  bytes.resize(moved_to);
  bytes.insert(bytes.end(), vector.begin(), vector.end());
  offset = static_cast<uint32_t>(moved_to - at);
  std::memcpy(&bytes[at], &offset, sizeof offset);
  return bytes;
}

TEST(Model, AlignsConstants) {
  TestModel source;
  source.Constant({1}, schema::TensorType::INT64, std::vector<int64_t>{0x0102030405060708});
  std::vector<std::byte> bytes = source.Bytes();
  const auto* buffer = schema::GetModel(bytes.data())->buffers()->Get(1);
  bytes = WithUnaligned(buffer, schema::Buffer::VT_DATA, std::move(bytes));
  const auto model = Model::FromBuffer(bytes);
  ASSERT_TRUE(model.ok()) << model.status().message();
  const std::byte* stored =
      reinterpret_cast<const std::byte*>((*model)->root().buffers()->Get(1)->data()->data());
  ASSERT_EQ((stored - bytes.data()) % 8, 4);
  const std::span<const std::byte> aligned = (*model)->Buffer(1);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(aligned.data()) % alignof(int64_t), 0U);
  EXPECT_THAT(ToInts(aligned), ElementsAre(8, 7, 6, 5, 4, 3, 2, 1));
}

// Verified by the undefined behavior sanitizer.
TEST(Model, ReadsUnalignedZeroPoints) {
  TestModel source;
  const int id = source.Tensor({1}, schema::TensorType::INT8);
  source.tensor(id).quantization = std::make_unique<schema::QuantizationParametersT>();
  source.tensor(id).quantization->scale = {0.5F};
  source.tensor(id).quantization->zero_point = {7};
  std::vector<std::byte> bytes = source.Bytes();
  const auto quantization = [](std::span<const std::byte> file) {
    return schema::GetModel(file.data())->subgraphs()->Get(0)->tensors()->Get(0)->quantization();
  };
  const auto* table = quantization(bytes);
  bytes = WithUnaligned(table, schema::QuantizationParameters::VT_ZERO_POINT, std::move(bytes));
  const auto* stored = reinterpret_cast<const std::byte*>(quantization(bytes)->zero_point()->Data());
  ASSERT_EQ((stored - bytes.data()) % 8, 4);
  const auto model = Model::FromBuffer(bytes);
  ASSERT_TRUE(model.ok()) << model.status().message();
  abi::TfLiteTensor loaded = {};
  EXPECT_TRUE(LoadTensor(**model, *(*model)->root().subgraphs()->Get(0)->tensors()->Get(0), loaded).ok());
  EXPECT_EQ(loaded.params.zero_point, 7);
  FreeTensor(loaded);
}

TEST(Model, LoadsFromAnyAddress) {
  TestModel source = MakeSample("convolution");
  const std::vector<std::byte> bytes = Serialize(source.model());
  std::vector<std::byte> shifted(bytes.size() + 1);
  std::ranges::copy(bytes, shifted.begin() + 1);
  EXPECT_EQ(LoadError(std::span(shifted).subspan(1)), "");
}

class ModelFile : public testing::Test {
 protected:
  std::string Write(std::span<const std::byte> bytes) {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return path_;
  }
  static std::string Error(const std::string& path) {
    const auto model = Model::FromFile(path);
    return model.ok() ? "" : model.status().message();
  }
  void TearDown() override { std::filesystem::remove(path_); }

  std::string path_ = testing::TempDir() + "litevk_model_" +
                      testing::UnitTest::GetInstance()->current_test_info()->name() + ".tflite";
};

TEST_F(ModelFile, Loads) {
  TestModel source = MakeSample("outside");
  EXPECT_EQ(Error(Write(Serialize(source.model()))), "");
}

TEST_F(ModelFile, Missing) { EXPECT_EQ(Error(path_), path_ + ": No such file or directory"); }

TEST_F(ModelFile, AFifoDoesNotHang) {
  const std::string path = testing::TempDir() + "litevk_model_fifo_" + std::to_string(getpid());
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(Error(path), path + ": not a file");
  unlink(path.c_str());
}

TEST_F(ModelFile, Directory) { EXPECT_EQ(Error(testing::TempDir()), testing::TempDir() + ": not a file"); }

TEST_F(ModelFile, DirectoryOfASavedModel) {
  const std::string folder = testing::TempDir() + "litevk_saved_model_" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/saved_model.pb") << "any";
  EXPECT_THAT(Error(folder),
              HasSubstr("not a file; it is a SavedModel: TensorFlow's tf.lite.TFLiteConverter"));
  std::filesystem::remove_all(folder);
}

TEST_F(ModelFile, Empty) { EXPECT_EQ(Error(Write({})), path_ + ": the file is empty"); }

TEST_F(ModelFile, OfAnotherFormat) {
  const std::vector<std::byte> bytes(100, std::byte{'x'});
  EXPECT_EQ(Error(Write(bytes)), path_ + ": not a .tflite file: bytes 4 to 7 are not \"TFL3\"");
}

TEST_F(ModelFile, OfAFormatThatIsKnown) {
  std::vector<std::byte> bytes(100, std::byte{'x'});
  const auto error = [&](std::string_view begin) {
    std::ranges::copy(std::as_bytes(std::span(begin)), bytes.begin());
    return Error(Write(bytes));
  };
  EXPECT_THAT(error("PK\x03\x04"),
              HasSubstr("\"TFL3\"; it is a ZIP archive, as MediaPipe's .task files are"));
  EXPECT_THAT(error("version https://git-lfs.github.com/spec/v1"), HasSubstr("; it is a pointer of Git LFS"));
  EXPECT_THAT(error("<!DOCTYPE html>"), HasSubstr("; it is a web page"));
  EXPECT_THAT(error("\x89HDF\r\n"), HasSubstr("; it is an HDF5 file, as Keras writes it"));
  using namespace std::string_view_literals;
  EXPECT_THAT(error("\x08\x0a\x12\x07pytorch"), HasSubstr("; it is an ONNX model: onnx2tf (PyPI)"));
  EXPECT_THAT(error("\x08\x01\x12\xff"), HasSubstr("; it is a SavedModel"));
  EXPECT_THAT(error("\x20\0\0\0\0\0\0\0{\"weight\":"sv), HasSubstr("; it is weights in safetensors"));
  bytes.assign(bytes.size(), std::byte{0});
  EXPECT_THAT(error(""), HasSubstr("; it is only zeros"));
}

TEST_F(ModelFile, OfAnArchiveWhoseFilesAreKnown) {
  const auto error = [&](std::string_view name) {
    std::string text = "PK\x03\x04" + std::string(26, '\0') + std::string(name) + "more";
    text[26] = static_cast<char>(name.size());
    const auto bytes = std::as_bytes(std::span(text));
    return Error(Write({bytes.begin(), bytes.end()}));
  };
  EXPECT_THAT(error("metadata.json"), HasSubstr("; it is a model of Keras 3"));
  EXPECT_THAT(error("archive/data.pkl"), HasSubstr("; it is a file of PyTorch"));
  EXPECT_THAT(error("x.npy"), HasSubstr("; it is arrays of numpy"));
  EXPECT_THAT(error("face_detector.tflite"), HasSubstr("; it is a ZIP archive"));
}

TEST_F(ModelFile, CutOff) {
  TestModel source = MakeSample("convolution");
  std::vector<std::byte> bytes = Serialize(source.model());
  bytes.resize(bytes.size() / 2);
  EXPECT_EQ(Error(Write(bytes)),
            path_ + ": the file of " + std::to_string(bytes.size()) +
                " bytes is damaged or cut off: a part of its FlatBuffer lies outside of it");
}

}  // namespace
}  // namespace litevk::test
