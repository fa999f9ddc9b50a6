#include "runtime/exec/descriptors.h"

#include <algorithm>
#include <array>

#include "runtime/vk/buffer.h"
#include "runtime/vk/instance/structs.h"
#include "tests/runtime/vk/gpu_test.h"

namespace litevk {
namespace {

using gpu::BindingKind;

// Each range follows the first one, differs from it in one thing, and is no shorter than a texel.
constexpr VkDeviceSize kBytes = 512;
constexpr std::array kBindings = {
    gpu::BindingInfo{.name = "first", .access = gpu::Access::kRead, .kind = BindingKind::kTexels4},
    gpu::BindingInfo{.name = "again", .access = gpu::Access::kRead, .kind = BindingKind::kTexels4},
    gpu::BindingInfo{.name = "other_buffer", .access = gpu::Access::kRead, .kind = BindingKind::kTexels4},
    gpu::BindingInfo{.name = "other_offset", .access = gpu::Access::kRead, .kind = BindingKind::kTexels4},
    gpu::BindingInfo{.name = "other_range", .access = gpu::Access::kRead, .kind = BindingKind::kTexels4},
    gpu::BindingInfo{.name = "other_kind", .access = gpu::Access::kRead, .kind = BindingKind::kTexels1},
};
constexpr gpu::ShaderInfo kShader = {
    .name = "texels", .spirv = {}, .spec_ids = {}, .bindings = kBindings, .push_bytes = 0};

// A view and what it was made of.
struct View {
  VkBufferView handle;
  VkBufferViewCreateInfo info;
};

// Notes the texel views that are made, and those that descriptors get.
class TexelViewsTest : public GpuTest {
 protected:
  void SetUp() override {
    GpuTest::SetUp();
    ASSERT_NE(device_, nullptr);
    original_ = device_->fn();
    made_.clear();
    written_.clear();
    Functions().vkCreateBufferView = &Make;
    Functions().vkUpdateDescriptorSets = &Update;
  }
  void TearDown() override {
    if (device_ != nullptr) Functions() = original_;
    GpuTest::TearDown();
  }

  vk::Buffer CreateBuffer() const {
    auto buffer = vk::Buffer::Create(*device_, 2 * kBytes, vk::MemoryUse::kDevice, "texels");
    EXPECT_TRUE(buffer.ok()) << buffer.status().message();
    return buffer.ok() ? std::move(*buffer) : vk::Buffer();
  }

  // One dispatch of the shader, whose tensors are its bindings.
  static gpu::Graph Graph() {
    gpu::Graph graph;
    graph.tensors.resize(kBindings.size());
    gpu::Dispatch& dispatch = graph.dispatches.emplace_back();
    dispatch.shader = &kShader;
    for (size_t i = 0; i < kBindings.size(); ++i) {
      dispatch.bindings.push_back(static_cast<gpu::TensorId>(i));
    }
    return graph;
  }

  // The shader's objects without a module, which no descriptor needs.
  std::shared_ptr<const vk::Pipeline> Pipeline() const {
    std::array<VkDescriptorSetLayoutBinding, kBindings.size()> bindings = {};
    for (size_t i = 0; i < kBindings.size(); ++i) {
      bindings[i] = {.binding = static_cast<uint32_t>(i),
                     .descriptorType = vk::DescriptorType(kBindings[i].kind),
                     .descriptorCount = 1,
                     .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
                     .pImmutableSamplers = nullptr};
    }
    auto info =
        vk::Make<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
    info.bindingCount = static_cast<uint32_t>(bindings.size());
    info.pBindings = bindings.data();
    VkDescriptorSetLayout layout = VK_NULL_HANDLE;
    EXPECT_EQ(device_->fn().vkCreateDescriptorSetLayout(device_->handle(), &info, nullptr, &layout),
              VK_SUCCESS);
    auto objects = std::make_shared<vk::ShaderObjects>();
    objects->set_layout = {device_->handle(), layout, device_->fn().vkDestroyDescriptorSetLayout};
    auto pipeline = std::make_shared<vk::Pipeline>();
    pipeline->shader = std::move(objects);
    return pipeline;
  }

  // Returns the create info of the view that was written to the binding.
  static const VkBufferViewCreateInfo& InfoOf(size_t binding) {
    return std::ranges::find(made_, written_.at(binding), &View::handle)->info;
  }

  static std::vector<View> made_;
  static std::vector<VkBufferView> written_;  // by binding

 private:
  vk::DeviceFunctions& Functions() const { return const_cast<vk::DeviceFunctions&>(device_->fn()); }

  static VKAPI_ATTR VkResult VKAPI_CALL Make(VkDevice device, const VkBufferViewCreateInfo* info,
                                             const VkAllocationCallbacks* callbacks, VkBufferView* view) {
    const VkResult result = original_.vkCreateBufferView(device, info, callbacks, view);
    made_.push_back({*view, *info});
    return result;
  }
  static VKAPI_ATTR void VKAPI_CALL Update(VkDevice device, uint32_t count,
                                           const VkWriteDescriptorSet* writes, uint32_t copy_count,
                                           const VkCopyDescriptorSet* copies) {
    for (uint32_t i = 0; i < count; ++i) written_.push_back(*writes[i].pTexelBufferView);
    original_.vkUpdateDescriptorSets(device, count, writes, copy_count, copies);
  }

  static vk::DeviceFunctions original_;
};

std::vector<View> TexelViewsTest::made_;
std::vector<VkBufferView> TexelViewsTest::written_;
vk::DeviceFunctions TexelViewsTest::original_;

TEST_F(TexelViewsTest, AreThoseOfTheBindingsRanges) {
  const vk::Buffer buffer = CreateBuffer();
  const vk::Buffer other = CreateBuffer();
  const VkDescriptorBufferInfo first = {buffer.handle(), 0, kBytes};
  const std::array<VkDescriptorBufferInfo, kBindings.size()> ranges = {
      first,
      first,
      {other.handle(), 0, kBytes},
      {buffer.handle(), kBytes, kBytes},
      {buffer.handle(), 0, kBytes / 2},
      first,
  };
  const gpu::Graph graph = Graph();
  const std::array pipelines = {Pipeline()};
  auto sets = DescriptorSets::Create(*device_, graph, pipelines);
  ASSERT_TRUE(sets.ok()) << sets.status().message();
  const Status status =
      sets->Write(*device_, graph, [&](gpu::TensorId id) { return ranges.at(static_cast<size_t>(id)); });
  ASSERT_TRUE(status.ok()) << status.message();

  ASSERT_EQ(written_.size(), kBindings.size());
  EXPECT_EQ(made_.size(), kBindings.size() - 1) << "one is another's";
  EXPECT_EQ(written_[0], written_[1]);
  for (size_t i = 0; i < kBindings.size(); ++i) {
    const bool is_of_single_floats = kBindings[i].kind == BindingKind::kTexels1;
    EXPECT_EQ(InfoOf(i).buffer, ranges[i].buffer) << kBindings[i].name;
    EXPECT_EQ(InfoOf(i).offset, ranges[i].offset) << kBindings[i].name;
    EXPECT_EQ(InfoOf(i).range, ranges[i].range) << kBindings[i].name;
    EXPECT_EQ(InfoOf(i).format, is_of_single_floats ? VK_FORMAT_R32_SFLOAT : VK_FORMAT_R32G32B32A32_SFLOAT)
        << kBindings[i].name;
  }
}

}  // namespace
}  // namespace litevk
