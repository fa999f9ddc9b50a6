// Inputs and outputs in buffers of the device, and in memory that another device exports.
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

TEST_F(IoBindingTest, RunsInBuffersOfTheDevice) {
  for (const bool is_staged : {false, true}) {
    const auto executable = Build({.disable_zero_copy = is_staged});
    ASSERT_NE(executable, nullptr);
    const vk::Buffer input = Mapped();
    const vk::Buffer output = Mapped();
    ExpectBound(*executable, input_, Upper(input));
    ExpectBound(*executable, output_, Upper(output));
    for (const float first : {1.0F, -40.0F}) {
      std::iota(UpperFloats(input).begin(), UpperFloats(input).end(), first);
      ASSERT_TRUE(executable->Run().ok());
      ExpectTripled(UpperFloats(output), first);
    }
    // The tensor is back in the executable's own memory.
    const Result<bool> bound = executable->Bind(output_, OwnMemory());
    ASSERT_TRUE(bound.ok());
    EXPECT_FALSE(*bound);
    std::ranges::fill(UpperFloats(output), 0.0F);
    ASSERT_TRUE(executable->Run().ok());
    ExpectTripled(ToVector(executable->Output(output_)), -40.0F);
    EXPECT_EQ(UpperFloats(output)[0], 0.0F);
  }
}

// One executable reads the buffer that another one writes, and the host never waits between them.
TEST_F(IoBindingTest, ExecutablesHandOverABuffer) {
  const auto first = Build();
  const gpu::TensorId first_output = output_;
  const auto second = Build();
  ASSERT_TRUE(first != nullptr && second != nullptr);
  const vk::Buffer between = Mapped();
  ExpectBound(*first, first_output, Upper(between));
  ExpectBound(*second, input_, Upper(between));
  std::ranges::copy(std::vector<float>(kFloats, 2.0F), Floats(first->Input(input_)).begin());
  ASSERT_TRUE(first->Submit().ok());
  ASSERT_TRUE(second->Submit().ok());
  ASSERT_TRUE(second->Wait().ok());
  ASSERT_TRUE(first->Wait().ok());
  EXPECT_EQ(ToVector(second->Output(output_)), std::vector<float>(kFloats, 18.0F));
}

TEST_F(IoBindingTest, RefusesBuffersThatDoNotFit) {
  const auto executable = Build();
  ASSERT_NE(executable, nullptr);
  const vk::Buffer buffer = Mapped();
  ExpectBound(*executable, output_, Upper(buffer));
  ExpectRefused(*executable, output_, BufferRange{buffer.handle(), 0, kBytes + 4},
                "expected 384 bytes, found 388");
  ExpectRefused(*executable, output_, BufferRange{buffer.handle(), 4, kBytes}, "found 4");
  std::ranges::copy(std::vector<float>(kFloats, 1.0F), Floats(executable->Input(input_)).begin());
  ASSERT_TRUE(executable->Run().ok());
  EXPECT_EQ(ToVector(executable->Output(output_)), std::vector<float>(kFloats, 3.0F));
}

TEST_F(IoBindingTest, ABufferIsOneInputOrOutput) {
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(kFloats);
  builder.Output(kFloats, input);
  const auto executable = Executable::Build(device_, builder.Take(), {});
  ASSERT_TRUE(executable.ok());
  const vk::Buffer buffer = Mapped();
  ExpectRefused(**executable, input, Upper(buffer), "2 inputs and outputs at once");
}

// Memory that this test exports, as another API would.
class Exported {
 public:
  explicit Exported(const vk::Device& device) : device_(device) { Export(); }
  Exported(const Exported&) = delete;
  Exported& operator=(const Exported&) = delete;
  ~Exported() {
    device_.fn().vkFreeMemory(device_.handle(), memory_, nullptr);
    close(fd_);
  }

  HandleRange Upper() const { return {{fd_, 2 * kSlot, 0}, kSlot, kBytes}; }
  std::span<float> UpperFloats() const { return Floats(bytes_.subspan(kSlot, kBytes)); }

 private:
  void Export() {
    auto exported = vk::Make<VkExportMemoryAllocateInfo>(VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO);
    exported.handleTypes = vk::kFdHandle;
    auto info = vk::Make<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, &exported);
    info.allocationSize = 2 * kSlot;
    EXPECT_EQ(device_.fn().vkAllocateMemory(device_.handle(), &info, nullptr, &memory_), VK_SUCCESS);
    const auto instance = vk::Instance::Acquire();
    ASSERT_TRUE(instance.ok());
    const auto get_fd = reinterpret_cast<PFN_vkGetMemoryFdKHR>(
        (*instance)->fn().vkGetDeviceProcAddr(device_.handle(), "vkGetMemoryFdKHR"));
    ASSERT_NE(get_fd, nullptr);
    auto get = vk::Make<VkMemoryGetFdInfoKHR>(VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR);
    get.memory = memory_;
    get.handleType = vk::kFdHandle;
    EXPECT_EQ(get_fd(device_.handle(), &get, &fd_), VK_SUCCESS);
    void* data = nullptr;
    EXPECT_EQ(device_.fn().vkMapMemory(device_.handle(), memory_, 0, VK_WHOLE_SIZE, 0, &data), VK_SUCCESS);
    bytes_ = {static_cast<std::byte*>(data), 2 * kSlot};
  }

  const vk::Device& device_;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  int fd_ = -1;
  std::span<std::byte> bytes_;
};

TEST_F(IoBindingTest, RunsInMemoryThatAnotherExports) {
  ASSERT_TRUE(device_->features().has(vk::Feature::kMemoryHandles)) << "both drivers of the tests have them";
  const auto executable = Build();
  ASSERT_NE(executable, nullptr);
  const Exported input(*device_);
  const Exported output(*device_);
  ExpectBound(*executable, input_, input.Upper());
  ExpectBound(*executable, output_, output.Upper());
  std::iota(input.UpperFloats().begin(), input.UpperFloats().end(), 5.0F);
  ASSERT_TRUE(executable->Run().ok());
  ExpectTripled(output.UpperFloats(), 5.0F);
}

TEST_F(IoBindingTest, RefusesHandlesThatDoNotFit) {
  ASSERT_TRUE(device_->features().has(vk::Feature::kMemoryHandles));
  const auto executable = Build();
  ASSERT_NE(executable, nullptr);
  const Exported memory(*device_);
  HandleRange range = memory.Upper();
  range.memory.fd = -1;
  ExpectRefused(*executable, input_, range, "-1 is no open file descriptor");
  range = memory.Upper();
  range.memory.memory_type = 31;
  ExpectRefused(*executable, input_, range, "cannot lie in memory of type 31");
  range = memory.Upper();
  range.offset_bytes = 2 * kSlot;
  ExpectRefused(*executable, input_, range, "expected it to end within 8192 bytes");
}

TEST_F(IoBindingTest, HandlesCanBeSwitchedOff) {
  device_.reset();
  vk::DeviceRequest request = Request();
  request.disabled_features.Add(vk::Feature::kMemoryHandles);
  auto device = vk::AcquireDevice(request);
  ASSERT_TRUE(device.ok()) << device.status().message();
  device_ = std::move(*device);
  const auto executable = Build();
  ASSERT_NE(executable, nullptr);
  ExpectRefused(*executable, input_, HandleRange{{0, 2 * kSlot, 0}, 0, kBytes},
                "the device cannot import file descriptors of memory");
}

}  // namespace
}  // namespace litevk
