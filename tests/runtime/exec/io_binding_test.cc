// Inputs and outputs in memory that the caller has allocated. The tests' drivers run on the CPU, where host
// bytes may be usable. Elsewhere Bind returns false and everything is copied.
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

#include "runtime/exec/executable.h"
#include "runtime/vk/buffer.h"
#include "runtime/vk/instance/structs.h"
#include "tests/runtime/exec/io_binding_fixture.h"
#include "tests/runtime/vk/gpu_test.h"

namespace litevk {
namespace {

TEST_F(IoBindingTest, RunsInTheCallersMemory) {
  const auto executable = Build();
  ASSERT_NE(executable, nullptr);
  HostTensor input;
  HostTensor output;
  ASSERT_EQ(BindHost(*executable, input_, input.bytes()), device_->imports_host_memory());
  ASSERT_EQ(BindHost(*executable, output_, output.bytes()), device_->imports_host_memory());
  if (!device_->imports_host_memory()) GTEST_SKIP() << device_->info().name << " does not import host memory";
  for (const float first : {1.0F, -40.0F}) {
    input.Fill(first);
    ASSERT_TRUE(executable->Run().ok());
    ExpectTripled(output.values, first);
    EXPECT_EQ(output.behind, HostTensor().behind);
  }
}

TEST_F(IoBindingTest, FollowsTheCaller) {
  const auto executable = Build();
  ASSERT_NE(executable, nullptr);
  std::array<HostTensor, 3> outputs;
  std::ranges::copy(std::vector<float>(kFloats, 5.0F), Floats(executable->Input(input_)).begin());
  const std::vector<float> fifteen(kFloats, 15.0F);
  for (HostTensor& output : outputs) {
    const bool attached = BindHost(*executable, output_, output.bytes());
    EXPECT_EQ(attached, device_->imports_host_memory());
    ASSERT_TRUE(executable->Run().ok());
    EXPECT_EQ(attached ? ToVector(output.bytes()) : ToVector(executable->Output(output_)), fifteen);
    std::ranges::fill(output.values, 0.0F);
  }
  EXPECT_EQ(ToVector(outputs[0].bytes()), std::vector<float>(kFloats, 0.0F));
}

// The tensor returns to the executable's own memory.
TEST_F(IoBindingTest, LeavesUnalignedMemoryAlone) {
  const auto executable = Build();
  ASSERT_NE(executable, nullptr);
  HostTensor aligned;
  BindHost(*executable, output_, aligned.bytes());
  ASSERT_TRUE(executable->Run().ok());

  alignas(64) std::array<std::byte, kBytes + 64> storage = {};
  const std::span<std::byte> odd = std::span(storage).subspan(4, kBytes);
  EXPECT_FALSE(BindHost(*executable, output_, odd));
  std::ranges::copy(std::vector<float>(kFloats, 1.0F), Floats(executable->Input(input_)).begin());
  ASSERT_TRUE(executable->Run().ok());
  EXPECT_EQ(ToVector(executable->Output(output_)), std::vector<float>(kFloats, 3.0F));
  EXPECT_TRUE(std::ranges::all_of(storage, [](std::byte byte) { return byte == std::byte{}; }));
}

TEST_F(IoBindingTest, KeepsATensorThatIsInputAndOutput) {
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(kFloats);
  const gpu::TensorId output = builder.Output(kFloats, input);
  const auto executable = Executable::Build(device_, builder.Take(), {});
  ASSERT_TRUE(executable.ok());
  HostTensor memory;
  EXPECT_FALSE(BindHost(**executable, input, memory.bytes()));
  EXPECT_FALSE(BindHost(**executable, output, memory.bytes()));
}

TEST_F(IoBindingTest, StagedTensorsStay) {
  const auto executable = Build({.disable_zero_copy = true});
  ASSERT_NE(executable, nullptr);
  HostTensor input;
  EXPECT_FALSE(BindHost(*executable, input_, input.bytes()));
}

// The extension does not imply importable buffers (vkGetPhysicalDeviceExternalBufferProperties): SwiftShader
// has it but cannot import.
TEST_F(IoBindingTest, ImportsOnlyWhatTheDriverSaysImportable) {
  const auto instance = vk::Instance::Acquire();
  ASSERT_TRUE(instance.ok());
  const auto physical = (*instance)->PhysicalDevices();
  ASSERT_TRUE(physical.ok());
  auto info =
      vk::Make<VkPhysicalDeviceExternalBufferInfo>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO);
  info.usage = vk::BufferUsage(device_->limits().profile.prefers_texel_loads);
  info.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
  auto answer = vk::Make<VkExternalBufferProperties>(VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES);
  (*instance)->fn().vkGetPhysicalDeviceExternalBufferProperties((*physical)[device_->info().index], &info,
                                                                &answer);
  const bool is_importable = (answer.externalMemoryProperties.externalMemoryFeatures &
                              VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT) != 0;
  EXPECT_EQ(device_->imports_host_memory(), is_importable && device_->info().type == vk::DeviceType::kCpu);
}

TEST_F(IoBindingTest, CopiesWhereTheDriverSaysNotImportable) {
  device_.reset();
  vk::FaultInjector::FailNamed("vkGetPhysicalDeviceExternalBufferProperties", VK_ERROR_FEATURE_NOT_PRESENT);
  auto device = vk::AcquireDevice(Request());
  vk::FaultInjector::Reset();
  ASSERT_TRUE(device.ok()) << device.status().message();
  device_ = std::move(*device);
  EXPECT_FALSE(device_->imports_host_memory());
  ExpectCopies({});
}

// The device might write there after the wait was given up.
TEST_F(IoBindingTest, CopiesWhereWaitsHaveALimit) { ExpectCopies({.timeout_ms = 60000}); }

TEST_F(IoBindingTest, CopiesWhenTheImportFails) {
  const auto executable = Build();
  ASSERT_NE(executable, nullptr);
  HostTensor input;
  vk::FaultInjector::FailNamed("vkAllocateMemory", VK_ERROR_INVALID_EXTERNAL_HANDLE);
  EXPECT_FALSE(BindHost(*executable, input_, input.bytes()));
  vk::FaultInjector::Reset();
  std::ranges::copy(std::vector<float>(kFloats, 2.0F), Floats(executable->Input(input_)).begin());
  ASSERT_TRUE(executable->Run().ok());
  EXPECT_EQ(ToVector(executable->Output(output_)), std::vector<float>(kFloats, 6.0F));
}

TEST_F(IoBindingTest, ARunIsWaitedForBeforeTheNext) {
  const auto executable = Build();
  ASSERT_NE(executable, nullptr);
  EXPECT_TRUE(executable->Wait().ok()) << "nothing is under way";
  std::ranges::copy(std::vector<float>(kFloats, 1.0F), Floats(executable->Input(input_)).begin());
  ASSERT_TRUE(executable->Submit().ok());
  EXPECT_EQ(executable->Submit().code(), StatusCode::kInvalidArgument);
  EXPECT_FALSE(executable->Bind(output_, OwnMemory()).ok());
  ASSERT_TRUE(executable->Wait().ok());
  EXPECT_EQ(ToVector(executable->Output(output_)), std::vector<float>(kFloats, 3.0F));
  ASSERT_TRUE(executable->Run().ok());
}

}  // namespace
}  // namespace litevk
