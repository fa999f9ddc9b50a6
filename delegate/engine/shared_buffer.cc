#include "delegate/engine/shared_buffer.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace litevk {

void SharedBuffer::Free::operator()(std::byte* bytes) const { std::free(bytes); }

Result<std::unique_ptr<SharedBuffer>> SharedBuffer::Create(size_t bytes) {
  const size_t whole = (std::max<size_t>(bytes, 1) + kAlignment - 1) / kAlignment * kAlignment;
  auto* const host = static_cast<std::byte*>(whole < bytes ? nullptr : std::aligned_alloc(kAlignment, whole));
  if (host == nullptr) {
    return Status(StatusCode::kResourceExhausted,
                  "a buffer of " + std::to_string(bytes) + " bytes: out of memory");
  }
  std::fill_n(host, whole, std::byte{0});
  return std::unique_ptr<SharedBuffer>(new SharedBuffer(host, bytes));
}

Result<std::span<std::byte>> SharedBuffer::ForHost(bool is_written) {
  const std::scoped_lock lock(mutex_);
  if (!is_host_newest_)
    LITEVK_RETURN_IF_ERROR(on_device_->Read(host().first(std::min<size_t>(bytes_, on_device_->bytes()))));
  is_host_newest_ = true;
  if (is_written) is_device_newest_ = false;
  return host();
}

DeviceTensor* SharedBuffer::ForReading(const vk::Device* device) {
  const std::scoped_lock lock(mutex_);
  return is_device_newest_ && device == device_ ? on_device_.get() : nullptr;
}

DeviceTensor* SharedBuffer::ForWriting(const vk::Device* device, uint64_t bytes, const MakeTensor& make) {
  const std::scoped_lock lock(mutex_);
  if (bytes == 0) return nullptr;
  if (on_device_ != nullptr && device_ == device && on_device_->bytes() == bytes) return on_device_.get();
  // The old value goes: a run is about to replace it.
  is_device_newest_ = false;
  is_host_newest_ = true;
  on_device_ = nullptr;
  auto made = make(bytes);
  if (!made.ok()) return nullptr;
  device_ = device;
  on_device_ = std::move(*made);
  return on_device_.get();
}

void SharedBuffer::SetNewest(bool is_on_device) {
  const std::scoped_lock lock(mutex_);
  is_device_newest_ = is_on_device && on_device_ != nullptr;
  is_host_newest_ = !is_device_newest_;
}

}  // namespace litevk
