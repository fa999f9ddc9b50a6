// Memory on a device that the plans of a partition share.
#pragma once

#include <memory>
#include <utility>

#include "runtime/exec/constant_store.h"
#include "runtime/exec/run_memory.h"
#include "runtime/vk/device.h"

namespace litevk {

// Used by one thread at a time.
class PartitionMemory {
 public:
  // Forgets what is on another device than this one. Executables on the other one keep their memory.
  void MoveTo(const std::shared_ptr<const vk::Device>& device) {
    if (device_ == device) return;
    weights_ = {};
    run_ = std::make_shared<RunMemory>();
    device_ = device;
  }
  // Frees the memory for runs that no executable uses, such as that of a plan that could not be built.
  void FreeUnused() {
    if (run_.use_count() == 1) run_ = std::make_shared<RunMemory>();
  }
  ConstantStore& weights() { return weights_; }
  const std::shared_ptr<RunMemory>& run() const { return run_; }

 private:
  std::shared_ptr<const vk::Device> device_;  // destroyed last
  ConstantStore weights_;                     // shared by all plans
  std::shared_ptr<RunMemory> run_;            // used by the plan that runs
};

}  // namespace litevk
