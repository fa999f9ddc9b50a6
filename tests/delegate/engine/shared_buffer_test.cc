#include "delegate/engine/shared_buffer.h"

#include <gtest/gtest.h>

#include "tests/runtime/vk/gpu_test.h"

namespace litevk {
namespace {

constexpr size_t kBytes = 100;
constexpr uint64_t kDeviceBytes = 128;

class SharedBufferTest : public GpuTest {
 protected:
  void SetUp() override {
    GpuTest::SetUp();
    auto buffer = SharedBuffer::Create(kBytes);
    ASSERT_TRUE(buffer.ok());
    buffer_ = std::move(*buffer);
  }

  // Memory of a device that shares none with the host, which holds nothing before a run writes it.
  SharedBuffer::MakeTensor Make() {
    return [this](uint64_t bytes) {
      ++made_;
      return DeviceTensor::Create(device_, bytes, {.disable_zero_copy = true});
    };
  }

  std::unique_ptr<SharedBuffer> buffer_;
  int made_ = 0;
};

TEST_F(SharedBufferTest, BeginsWithZerosOfTheHost) {
  EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer_->host().data()) % SharedBuffer::kAlignment, 0U);
  ASSERT_EQ(buffer_->host().size(), kBytes);
  EXPECT_TRUE(std::ranges::all_of(buffer_->host(), [](std::byte byte) { return byte == std::byte{0}; }));
  EXPECT_EQ(buffer_->ForReading(device_.get()), nullptr);
  const auto host = buffer_->ForHost(false);
  ASSERT_TRUE(host.ok());
  EXPECT_EQ(host->data(), buffer_->host().data());
}

TEST_F(SharedBufferTest, AnEmptyBufferHasMemory) {
  const auto empty = SharedBuffer::Create(0);
  ASSERT_TRUE(empty.ok());
  EXPECT_NE((*empty)->host().data(), nullptr);
  EXPECT_FALSE(SharedBuffer::Create(SIZE_MAX).ok());
}

TEST_F(SharedBufferTest, TheDeviceHasTheValueOnceARunHasLeftIt) {
  DeviceTensor* const tensor = buffer_->ForWriting(device_.get(), kDeviceBytes, Make());
  ASSERT_NE(tensor, nullptr);
  EXPECT_EQ(buffer_->ForReading(device_.get()), nullptr);
  buffer_->SetNewest(true);
  EXPECT_EQ(buffer_->ForReading(device_.get()), tensor);
  EXPECT_EQ(buffer_->ForReading(nullptr), nullptr) << "another device";
  EXPECT_EQ(buffer_->ForWriting(device_.get(), kDeviceBytes, Make()), tensor);
  EXPECT_EQ(made_, 1);
}

TEST_F(SharedBufferTest, TheHostTakesItOver) {
  buffer_->ForWriting(device_.get(), kDeviceBytes, Make());
  buffer_->SetNewest(true);
  ASSERT_TRUE(buffer_->ForHost(false).ok());
  EXPECT_NE(buffer_->ForReading(device_.get()), nullptr) << "who only reads takes nothing over";
  ASSERT_TRUE(buffer_->ForHost(true).ok());
  EXPECT_EQ(buffer_->ForReading(device_.get()), nullptr);
}

TEST_F(SharedBufferTest, ARunThatFailsLeavesTheValueToTheHost) {
  buffer_->ForWriting(device_.get(), kDeviceBytes, Make());
  buffer_->SetNewest(true);
  buffer_->ForWriting(device_.get(), kDeviceBytes, Make());
  buffer_->SetNewest(false);
  EXPECT_EQ(buffer_->ForReading(device_.get()), nullptr);
  EXPECT_TRUE(buffer_->ForHost(false).ok());
}

TEST_F(SharedBufferTest, AnotherSizeIsOtherMemory) {
  buffer_->ForWriting(device_.get(), kDeviceBytes, Make());
  buffer_->SetNewest(true);
  DeviceTensor* const larger = buffer_->ForWriting(device_.get(), 2 * kDeviceBytes, Make());
  ASSERT_NE(larger, nullptr);
  EXPECT_EQ(larger->bytes(), 2 * kDeviceBytes);
  EXPECT_EQ(made_, 2);
  EXPECT_EQ(buffer_->ForReading(device_.get()), nullptr) << "the old value went with the old memory";
  EXPECT_EQ(buffer_->ForWriting(device_.get(), 0, Make()), nullptr);
}

TEST_F(SharedBufferTest, WithoutMemoryOnTheDeviceTheHostIsUsed) {
  const auto fails = [](uint64_t) -> Result<std::unique_ptr<DeviceTensor>> { return Unavailable("none"); };
  EXPECT_EQ(buffer_->ForWriting(device_.get(), kDeviceBytes, fails), nullptr);
  buffer_->SetNewest(true);
  EXPECT_EQ(buffer_->ForReading(device_.get()), nullptr);
  EXPECT_TRUE(buffer_->ForHost(true).ok());
}

}  // namespace
}  // namespace litevk
