#include "runtime/exec/pipeline_file.h"

#include <sys/stat.h>

#include <filesystem>

#include "runtime/exec/executable.h"
#include "runtime/platform/files.h"
#include "tests/runtime/vk/gpu_test.h"

namespace litevk {
namespace {

namespace fs = std::filesystem;

class PipelineFileTest : public GpuTest {
 protected:
  PipelineFileTest()
      : folder_(fs::path(testing::TempDir()) /
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~PipelineFileTest() override { fs::remove_all(folder_); }

  static gpu::Graph Graph(float factor) {
    GraphBuilder builder;
    const gpu::TensorId input = builder.Input(4);
    builder.MultiplyAdd(input, factor, input, builder.Output(4));
    return builder.Take();
  }

  // Simulates a new process: nothing of the device is left.
  void StartAnew() {
    device_.reset();
    auto device = vk::AcquireDevice(Request());
    ASSERT_TRUE(device.ok()) << device.status().message();
    device_ = std::move(*device);
  }

  std::string NoteOfBuilding(float factor) {
    auto executable = Executable::Build(device_, Graph(factor), {.pipeline_folder = folder_.string()});
    EXPECT_TRUE(executable.ok()) << executable.status().message();
    return executable.ok() ? (*executable)->stats().pipeline_file_note : "not built";
  }

  PipelineFile File(float factor) const {
    return PipelineFile(folder_.string(), Graph(factor), device_->info());
  }

  fs::path folder_;
};

TEST_F(PipelineFileTest, IsWrittenOnceAndReadAgain) {
  EXPECT_EQ(NoteOfBuilding(2.0F), "");
  const auto written = File(2.0F).Read();
  ASSERT_TRUE(written.ok()) << written.status().message();
  EXPECT_FALSE(written->empty());
  StartAnew();
  EXPECT_EQ(NoteOfBuilding(2.0F), "");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(PipelineFileTest, OtherPipelinesHaveAnotherFile) {
  EXPECT_EQ(NoteOfBuilding(2.0F), "");
  EXPECT_EQ(NoteOfBuilding(3.0F), "");
  EXPECT_NE(File(2.0F).path(), File(3.0F).path());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 2);
}

TEST_F(PipelineFileTest, DamagedFilesAreIgnoredAndReplaced) {
  EXPECT_EQ(NoteOfBuilding(2.0F), "");
  const std::string path = File(2.0F).path();
  const std::string whole = *ReadFile(path);
  std::string flipped = whole;
  flipped.back() = static_cast<char>(flipped.back() ^ 1);
  const std::string form = "litevk pipelines 1\n";
  ASSERT_TRUE(whole.starts_with(form));
  const std::string of_another_form = "litevk pipelines 2\n" + whole.substr(form.size());
  for (const std::string& damaged :
       {flipped, whole.substr(0, whole.size() - 1), std::string(), std::string("text"), of_another_form}) {
    ASSERT_TRUE(WriteFileAtomically(path, damaged).ok());
    StartAnew();
    EXPECT_NE(NoteOfBuilding(2.0F).find("\"" + path + "\": expected"), std::string::npos);
    EXPECT_EQ(*ReadFile(path), whole);
  }
}

TEST_F(PipelineFileTest, FilesOfOtherDevicesAreIgnored) {
  EXPECT_EQ(NoteOfBuilding(2.0F), "");
  for (std::string vk::DeviceInfo::*const part :
       {&vk::DeviceInfo::name, &vk::DeviceInfo::driver, &vk::DeviceInfo::pipeline_cache_id}) {
    vk::DeviceInfo other = device_->info();
    (other.*part) += "0";
    const PipelineFile foreign(folder_.string(), Graph(2.0F), other);
    ASSERT_NE(foreign.path(), File(2.0F).path());
    fs::copy(File(2.0F).path(), foreign.path());
    EXPECT_FALSE(foreign.Read().ok());
  }
}

TEST_F(PipelineFileTest, OtherModulesAndEntryPointsHaveAnotherFile) {
  const auto path_with = [&](const gpu::ShaderInfo& shader) {
    gpu::Graph graph = Graph(2.0F);
    graph.dispatches[0].shader = &shader;
    return PipelineFile(folder_.string(), graph, device_->info()).path();
  };
  gpu::ShaderInfo entry = shaders::Elementwise::kInfo;
  entry.entry_point = "another";
  EXPECT_NE(path_with(entry), File(2.0F).path());
  gpu::ShaderInfo module = shaders::Elementwise::kInfo;
  std::vector<uint32_t> words = module.spirv.Words();
  words[2] ^= 1;  // the generator's word
  module.spirv = gpu::Spirv(words);
  EXPECT_NE(path_with(module), File(2.0F).path());
}

TEST_F(PipelineFileTest, WhatIsNoFileIsANote) {
  const std::string path = File(2.0F).path();
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_NE(NoteOfBuilding(2.0F).find("expected a plain file, found a FIFO"), std::string::npos);
  EXPECT_TRUE(fs::is_fifo(path));
}

TEST_F(PipelineFileTest, AMissingFolderIsANote) {
  fs::remove_all(folder_);
  EXPECT_NE(NoteOfBuilding(2.0F).find("the folder " + folder_.string() + " does not exist"),
            std::string::npos);
}

}  // namespace
}  // namespace litevk
