#include "delegate/litert/tensor_buffers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

namespace litevk {
namespace {

using testing::HasSubstr;
using testing::internal::CaptureStderr;
using testing::internal::GetCapturedStderr;

const litert::BufferHandlers& Handlers() { return SharedBufferHandlers(); }

TEST(TensorBuffersTest, ABufferIsMadeWrittenReadClearedAndDestroyed) {
  litert::HardwareMemory* memory = nullptr;
  const litert::RankedTensorType type;
  ASSERT_EQ(Handlers().create(nullptr, nullptr, &type, litert::kVulkanBuffer, 8, 100, &memory), litert::kOk);
  ASSERT_NE(memory, nullptr);
  EXPECT_EQ(static_cast<SharedBuffer*>(memory->handle)->host().size(), 100U) << "the larger of both sizes";

  void* host = nullptr;
  ASSERT_EQ(Handlers().lock(memory, litert::kWrite, &host), litert::kOk);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(host) % 64, 0U);
  static_cast<char*>(host)[99] = 7;
  EXPECT_EQ(Handlers().unlock(memory), litert::kOk);
  ASSERT_EQ(Handlers().lock(memory, litert::kRead, &host), litert::kOk);
  EXPECT_EQ(static_cast<char*>(host)[99], 7);
  EXPECT_EQ(Handlers().clear(memory), litert::kOk);
  EXPECT_EQ(static_cast<char*>(host)[99], 0);
  EXPECT_EQ(Handlers().destroy(memory), litert::kOk);
}

TEST(TensorBuffersTest, WrongArgumentsAreRefused) {
  litert::HardwareMemory* memory = nullptr;
  EXPECT_EQ(Handlers().create(nullptr, nullptr, nullptr, litert::kVulkanBuffer, 8, 8, nullptr),
            litert::kInvalidArgument);
  EXPECT_EQ(Handlers().create(nullptr, nullptr, nullptr, litert::kHostMemory, 8, 8, &memory),
            litert::kInvalidArgument);
  EXPECT_EQ(Handlers().lock(nullptr, litert::kRead, nullptr), litert::kInvalidArgument);
  EXPECT_EQ(Handlers().clear(nullptr), litert::kInvalidArgument);
  EXPECT_EQ(Handlers().destroy(nullptr), litert::kOk);
  EXPECT_EQ(memory, nullptr);
}

TEST(TensorBuffersTest, FailuresArePrinted) {
  litert::HardwareMemory* memory = nullptr;
  CaptureStderr();
  EXPECT_EQ(Handlers().create(nullptr, nullptr, nullptr, litert::kVulkanBuffer, SIZE_MAX, 8, &memory),
            litert::kRuntimeFailure);
  EXPECT_THAT(GetCapturedStderr(),
              HasSubstr("litevk: a buffer of 18446744073709551615 bytes: out of memory"));
  CaptureStderr();
  EXPECT_EQ(Handlers().import(nullptr, nullptr, nullptr, litert::kVulkanBuffer, nullptr, 8, 8, &memory),
            litert::kUnsupported);
  EXPECT_THAT(GetCapturedStderr(), HasSubstr("a VkBuffer of the program's own cannot be a tensor's buffer"));
}

}  // namespace
}  // namespace litevk
