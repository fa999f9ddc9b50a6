// An executable whose inputs and outputs are bound, for tests.
#pragma once

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

inline constexpr size_t kFloats = 96;

inline constexpr size_t kBytes = kFloats * sizeof(float);

inline constexpr size_t kSlot = 4096;  // a multiple of any offset alignment

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
                            std::string_view diagnostic) {
    const Result<bool> bound = executable.Bind(tensor, binding);
    ASSERT_FALSE(bound.ok());
    EXPECT_THAT(bound.status().message(), testing::HasSubstr(std::string(diagnostic)));
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

}  // namespace litevk
