#include "tools/devices/occupy.h"
#include "runtime/vk/acquire_device.h"
#include "tools/program/output.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/printable.h"
#include "runtime/vk/buffer.h"
#include "runtime/vk/device.h"
#include "runtime/vk/instance/list_devices.h"

namespace litevk::tools {
namespace {

constexpr uint64_t kMebibyte = 1ULL << 20;
constexpr uint64_t kLargestBlock = 1024 * kMebibyte;
constexpr uint64_t kSmallestBlock = 16 * kMebibyte;
constexpr uint64_t kMostOnCpu = 256 * kMebibyte;

uint64_t Minus(uint64_t a, uint64_t b) { return a > b ? a - b : 0; }

// Blocks of a device's memory, which are freed with it.
class Occupation {
 public:
  static Result<Occupation> Create(std::shared_ptr<const vk::Device> device) {
    Occupation occupation(std::move(device));
    LITEVK_ASSIGN_OR_RETURN(const vk::MemoryHeap heap, vk::MainHeap(occupation.device_->info()));
    occupation.heap_bytes_ = heap.bytes;
    occupation.left_bytes_ = LeftOf(heap);
    return occupation;
  }

  // Takes large blocks first, because drivers limit the number of allocations.
  Status FillAllBut(uint64_t left_bytes) {
    for (uint64_t block = kLargestBlock; block >= kSmallestBlock; block /= 2) {
      bool has_room = true;
      while (has_room && Fits(block, left_bytes)) {
        LITEVK_ASSIGN_OR_RETURN(has_room, Take(block));
      }
    }
    return {};
  }

  nlohmann::ordered_json ToJson() const {
    nlohmann::ordered_json json = {{"device", device_->info().name},
                                   {"occupied_bytes", device_->allocated_bytes()},
                                   {"left_bytes", left_bytes_},
                                   {"heap_bytes", heap_bytes_}};
    if (on_cpu()) {
      json["note"] = "a driver that runs on the CPU has the machine's own memory: at most 256 MiB are taken";
    }
    return json;
  }

 private:
  explicit Occupation(std::shared_ptr<const vk::Device> device) : device_(std::move(device)) {}

  static uint64_t LeftOf(const vk::MemoryHeap& heap) {
    return heap.budget_bytes ? Minus(*heap.budget_bytes, heap.usage_bytes.value_or(0)) : heap.bytes;
  }

  bool on_cpu() const { return device_->info().type == vk::DeviceType::kCpu; }

  bool Fits(uint64_t block, uint64_t left_bytes) const {
    if (on_cpu() && device_->allocated_bytes() + block > kMostOnCpu) return false;
    return left_bytes_ >= left_bytes + block;
  }

  // False when the device has no such block any more.
  Result<bool> Take(uint64_t block) {
    const uint64_t before = device_->allocated_bytes();
    Result<vk::Buffer> buffer = vk::Buffer::Create(*device_, block, vk::MemoryUse::kDevice, "block");
    if (buffer.status().code() == StatusCode::kResourceExhausted) return false;
    if (!buffer.ok()) return buffer.status();
    blocks_.push_back(std::move(*buffer));
    return Count(device_->allocated_bytes() - before);
  }

  // A driver may be late to count an allocation, or may count other programs' too: the smaller number is
  // taken.
  Result<bool> Count(uint64_t taken_bytes) {
    LITEVK_ASSIGN_OR_RETURN(const vk::MemoryHeap heap, vk::MainHeap(device_->info()));
    left_bytes_ = std::min(Minus(left_bytes_, taken_bytes), LeftOf(heap));
    return true;
  }

  std::shared_ptr<const vk::Device> device_;
  std::vector<vk::Buffer> blocks_;
  uint64_t heap_bytes_ = 0;
  uint64_t left_bytes_ = 0;
};

void WaitForEndOfInput() {
  while (std::fgetc(stdin) != EOF) {
  }
}

}  // namespace

Status OccupyAllBut(uint64_t left_bytes, const vk::DeviceRequest& request) {
  LITEVK_ASSIGN_OR_RETURN(std::shared_ptr<const vk::Device> device, vk::AcquireDevice(request));
  LITEVK_ASSIGN_OR_RETURN(Occupation occupation, Occupation::Create(std::move(device)));
  LITEVK_RETURN_IF_ERROR(occupation.FillAllBut(left_bytes));
  Printf("%s\n", JsonText(occupation.ToJson()).c_str());
  std::fflush(stdout);
  WaitForEndOfInput();
  return {};
}

}  // namespace litevk::tools
