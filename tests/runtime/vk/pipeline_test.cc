// Requests that share a pipeline.
#include "runtime/vk/pipeline.h"

#include "shaders/softmax.h"
#include "tests/runtime/vk/gpu_test.h"

namespace litevk {
namespace {

class PipelineTest : public GpuTest {
 protected:
  const vk::Pipeline* Get(const gpu::ShaderInfo& shader) {
    const std::vector<uint32_t> spec(shader.spec_ids.size(), 1);
    const auto pipelines = device_->GetPipelines(std::vector<vk::PipelineRequest>{{&shader, spec}});
    EXPECT_TRUE(pipelines.ok()) << pipelines.status().message();
    return pipelines.ok() ? pipelines->front().get() : nullptr;
  }
};

TEST_F(PipelineTest, EqualModulesShareOneWhereverTheyLie) {
  gpu::ShaderInfo shader = shaders::Elementwise::kInfo;
  const vk::Pipeline* const own = Get(shader);
  ASSERT_NE(own, nullptr);
  const std::vector<uint32_t> words = shader.spirv.Words();
  shader.spirv = gpu::Spirv(words);
  const vk::Pipeline* const first = Get(shader);
  const std::vector<uint32_t> elsewhere(words.begin(), words.end());
  shader.spirv = gpu::Spirv(elsewhere);
  EXPECT_EQ(Get(shader), first);
}

TEST_F(PipelineTest, AnotherModuleAtTheSameAddressIsAnother) {
  gpu::ShaderInfo shader = shaders::Elementwise::kInfo;
  std::vector<uint32_t> words = shader.spirv.Words();
  shader.spirv = gpu::Spirv(words);
  const vk::Pipeline* const before = Get(shader);
  words[2] ^= 1;  // the generator's word, which does not affect the computation
  EXPECT_NE(Get(shader), before);
}

TEST_F(PipelineTest, AnotherLayoutIsAnother) {
  gpu::ShaderInfo shader = shaders::Softmax::kInfo;
  const vk::Pipeline* const before = Get(shader);
  shader.push_bytes += 4;
  EXPECT_NE(Get(shader), before);
}

// One module may have several entry points, as users' modules do.
TEST(ShaderContentTest, AnotherEntryPointIsAnother) {
  gpu::ShaderInfo shader = shaders::Softmax::kInfo;
  const vk::ShaderContent before(shader);
  shader.entry_point = "another";
  EXPECT_NE(vk::ShaderContent(shader), before);
}

TEST(ShaderContentTest, OtherKindsOfBindingsAreAnother) {
  gpu::ShaderInfo shader = shaders::Softmax::kInfo;
  const vk::ShaderContent before(shader);
  std::vector<gpu::BindingInfo> bindings(shader.bindings.begin(), shader.bindings.end());
  bindings[0].kind = gpu::BindingKind::kFetched4;
  shader.bindings = bindings;
  EXPECT_NE(vk::ShaderContent(shader), before);
}

}  // namespace
}  // namespace litevk
