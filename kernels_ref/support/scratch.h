// Scratch memory of a kernel's run. A small amount lies in the object itself, so that a layer of a
// few microseconds does not wait for the allocator.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

namespace litevk::ref {

template <typename T>
class Scratch {
  static_assert(std::is_trivially_default_constructible_v<T>);

 public:
  // Leaves the elements uninitialized.
  explicit Scratch(size_t count) : count_(count) {
    if (count > kInside) outside_ = std::make_unique_for_overwrite<T[]>(count);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  T* data() { return outside_ == nullptr ? inside_.data() : outside_.get(); }
  std::span<T> elements() { return {data(), count_}; }

 private:
  static constexpr size_t kInside = 4096 / sizeof(T);

  size_t count_;
  std::unique_ptr<T[]> outside_;
  std::array<T, kInside> inside_;
};

}  // namespace litevk::ref
