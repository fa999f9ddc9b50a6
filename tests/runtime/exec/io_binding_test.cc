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
#include "tests/runtime/vk/gpu_test.h"

namespace litevk {
namespace {

constexpr size_t kFloats = 96;
constexpr size_t kBytes = kFloats * sizeof(float);
constexpr size_t kSlot = 4096;  // a multiple of any offset alignment

// A tensor in the middle of a page, as an interpreter allocates it, but aligned for any driver.
struct alignas(256) HostTensor {
  std::array<float, kFloats> values = {};
  std::array<float, 16> behind = {};

  std::span<std::byte> bytes() { return std::as_writable_bytes(std::span(values)); }
  void Fill(float first) { std::iota(values.begin(), values.end(), first); }
};

class IoBindingTest : public GpuTest {
 protected:
  // Builds output = 2 * input + input.
  std::unique_ptr<Executable> Build(const ExecutableOptions& options = {}) {
    GraphBuilder builder;
    input_ = builder.Input(kFloats);
    output_ = builder.Output(kFloats);
    builder.MultiplyAdd(input_, 2.0F, input_, output_);
    auto executable = Executable::Build(device_, builder.Take(), options);
    EXPECT_TRUE(executable.ok()) << executable.status().message();
    return executable.ok() ? std::move(*executable) : nullptr;
  }

  static bool BindHost(Executable& executable, gpu::TensorId tensor, std::span<std::byte> bytes) {
    const Result<bool> bound = executable.Bind(tensor, HostBytes{bytes});
    EXPECT_TRUE(bound.ok()) << bound.status().message();
    return bound.ok() && *bound;
  }
  static void ExpectBound(Executable& executable, gpu::TensorId tensor, const IoBinding& binding) {
    const Result<bool> bound = executable.Bind(tensor, binding);
    ASSERT_TRUE(bound.ok()) << bound.status().message();
    EXPECT_TRUE(*bound);
  }
  static void ExpectRefused(Executable& executable, gpu::TensorId tensor, const IoBinding& binding,
                            std::string_view sentence) {
    const Result<bool> bound = executable.Bind(tensor, binding);
    ASSERT_FALSE(bound.ok());
    EXPECT_THAT(bound.status().message(), testing::HasSubstr(std::string(sentence)));
  }
  // Returns mapped device memory with one tensor, and before it as much memory that must stay untouched.
  vk::Buffer Mapped() {
    auto buffer = vk::Buffer::Create(*device_, 2 * kSlot, vk::MemoryUse::kHostReads, "tensor");
    EXPECT_TRUE(buffer.ok()) << buffer.status().message();
    return buffer.ok() ? std::move(*buffer) : vk::Buffer();
  }
  static BufferRange Upper(const vk::Buffer& buffer) { return {buffer.handle(), kSlot, kBytes}; }
  static std::span<float> UpperFloats(const vk::Buffer& buffer) {
    return Floats(buffer.mapped().subspan(kSlot, kBytes));
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
    EXPECT_FALSE(BindHost(*executable, input_, input.bytes()));
    EXPECT_FALSE(BindHost(*executable, output_, output.bytes()));
    std::ranges::copy(input.values, Floats(executable->Input(input_)).begin());
    ASSERT_TRUE(executable->Run().ok());
    ExpectTripled(ToVector(executable->Output(output_)), 7.0F);
    EXPECT_EQ(output.values, HostTensor().values);
  }

  gpu::TensorId input_ = gpu::kNoTensor;
  gpu::TensorId output_ = gpu::kNoTensor;
};

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
