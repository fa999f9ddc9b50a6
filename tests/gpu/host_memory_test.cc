// Inputs and outputs in memory that the caller has allocated. The drivers of the tests run on the CPU, where
// that is possible; elsewhere Attach says no and everything is copied.
#include <algorithm>
#include <array>
#include <numeric>

#include "runtime/exec/executable.h"
#include "runtime/vk/buffer.h"
#include "runtime/vk/structs.h"
#include "tests/gpu/gpu_test.h"

namespace litevk {
namespace {

constexpr size_t kFloats = 96;
constexpr size_t kBytes = kFloats * sizeof(float);

// In the middle of a page, as an interpreter allocates tensors, but aligned for any driver.
struct alignas(256) HostTensor {
  std::array<float, kFloats> values = {};
  std::array<float, 16> behind = {};

  std::span<std::byte> bytes() { return std::as_writable_bytes(std::span(values)); }
  void Fill(float first) { std::iota(values.begin(), values.end(), first); }
};

class HostMemoryTest : public GpuTest {
 protected:
  // output = 2 * input + input
  std::unique_ptr<Executable> Build(const ExecutableOptions& options = {}) {
    GraphBuilder builder;
    input_ = builder.Input(kFloats);
    output_ = builder.Output(kFloats);
    builder.MultiplyAdd(input_, 2.0F, input_, output_);
    auto executable = Executable::Build(device_, builder.Take(), options);
    EXPECT_TRUE(executable.ok()) << executable.status().message();
    return executable.ok() ? std::move(*executable) : nullptr;
  }

  void ExpectTripled(std::span<const float> result, float first) {
    ASSERT_EQ(result.size(), kFloats);
    for (size_t i = 0; i < kFloats; ++i) ASSERT_EQ(result[i], 3.0F * (first + static_cast<float>(i)));
  }

  void ExpectCopies(const ExecutableOptions& options) {
    const auto executable = Build(options);
    ASSERT_NE(executable, nullptr);
    HostTensor input;
    input.Fill(7.0F);
    HostTensor output;
    EXPECT_FALSE(executable->Attach(input_, input.bytes()));
    EXPECT_FALSE(executable->Attach(output_, output.bytes()));
    std::ranges::copy(input.values, Floats(executable->Input(input_)).begin());
    ASSERT_TRUE(executable->Run().ok());
    ExpectTripled(ToVector(executable->Output(output_)), 7.0F);
    EXPECT_EQ(output.values, HostTensor().values);
  }

  gpu::TensorId input_ = gpu::kNoTensor;
  gpu::TensorId output_ = gpu::kNoTensor;
};

TEST_F(HostMemoryTest, RunsInTheCallersMemory) {
  const auto executable = Build();
  ASSERT_NE(executable, nullptr);
  HostTensor input;
  HostTensor output;
  ASSERT_EQ(executable->Attach(input_, input.bytes()), device_->imports_host_memory());
  ASSERT_EQ(executable->Attach(output_, output.bytes()), device_->imports_host_memory());
  if (!device_->imports_host_memory()) GTEST_SKIP() << device_->info().name << " does not import host memory";
  for (const float first : {1.0F, -40.0F}) {
    input.Fill(first);
    ASSERT_TRUE(executable->Run().ok());
    ExpectTripled(output.values, first);
    EXPECT_EQ(output.behind, HostTensor().behind);
  }
}

TEST_F(HostMemoryTest, FollowsTheCaller) {
  const auto executable = Build();
  ASSERT_NE(executable, nullptr);
  std::array<HostTensor, 3> outputs;
  std::ranges::copy(std::vector<float>(kFloats, 5.0F), Floats(executable->Input(input_)).begin());
  const std::vector<float> fifteen(kFloats, 15.0F);
  for (HostTensor& output : outputs) {
    const bool attached = executable->Attach(output_, output.bytes());
    EXPECT_EQ(attached, device_->imports_host_memory());
    ASSERT_TRUE(executable->Run().ok());
    EXPECT_EQ(attached ? ToVector(output.bytes()) : ToVector(executable->Output(output_)), fifteen);
    std::ranges::fill(output.values, 0.0F);
  }
  EXPECT_EQ(ToVector(outputs[0].bytes()), std::vector<float>(kFloats, 0.0F));
}

// The tensor returns to the executable's own memory.
TEST_F(HostMemoryTest, LeavesUnalignedMemoryAlone) {
  const auto executable = Build();
  ASSERT_NE(executable, nullptr);
  HostTensor aligned;
  executable->Attach(output_, aligned.bytes());
  ASSERT_TRUE(executable->Run().ok());

  alignas(64) std::array<std::byte, kBytes + 64> storage = {};
  const std::span<std::byte> odd = std::span(storage).subspan(4, kBytes);
  EXPECT_FALSE(executable->Attach(output_, odd));
  std::ranges::copy(std::vector<float>(kFloats, 1.0F), Floats(executable->Input(input_)).begin());
  ASSERT_TRUE(executable->Run().ok());
  EXPECT_EQ(ToVector(executable->Output(output_)), std::vector<float>(kFloats, 3.0F));
  EXPECT_TRUE(std::ranges::all_of(storage, [](std::byte byte) { return byte == std::byte{}; }));
}

TEST_F(HostMemoryTest, KeepsATensorThatIsInputAndOutput) {
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(kFloats);
  const gpu::TensorId output = builder.Output(kFloats, input);
  const auto executable = Executable::Build(device_, builder.Take(), {});
  ASSERT_TRUE(executable.ok());
  HostTensor memory;
  EXPECT_FALSE((*executable)->Attach(input, memory.bytes()));
  EXPECT_FALSE((*executable)->Attach(output, memory.bytes()));
}

TEST_F(HostMemoryTest, StagedTensorsStay) {
  const auto executable = Build({.disable_zero_copy = true});
  ASSERT_NE(executable, nullptr);
  HostTensor input;
  EXPECT_FALSE(executable->Attach(input_, input.bytes()));
}

// The extension promises less than what vkGetPhysicalDeviceExternalBufferProperties says: SwiftShader has it
// and answers no.
TEST_F(HostMemoryTest, ImportsOnlyWhatTheDriverSaysImportable) {
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

TEST_F(HostMemoryTest, CopiesWhereTheDriverSaysNotImportable) {
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
TEST_F(HostMemoryTest, CopiesWhereWaitsHaveALimit) { ExpectCopies({.timeout_ms = 60000}); }

TEST_F(HostMemoryTest, CopiesWhenTheImportFails) {
  const auto executable = Build();
  ASSERT_NE(executable, nullptr);
  HostTensor input;
  vk::FaultInjector::FailNamed("vkAllocateMemory", VK_ERROR_INVALID_EXTERNAL_HANDLE);
  EXPECT_FALSE(executable->Attach(input_, input.bytes()));
  vk::FaultInjector::Reset();
  std::ranges::copy(std::vector<float>(kFloats, 2.0F), Floats(executable->Input(input_)).begin());
  ASSERT_TRUE(executable->Run().ok());
  EXPECT_EQ(ToVector(executable->Output(output_)), std::vector<float>(kFloats, 6.0F));
}

}  // namespace
}  // namespace litevk
