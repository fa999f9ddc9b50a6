#include "runtime/vk/instance/driver_threads.h"

#include <atomic>

#include "runtime/platform/threads.h"

namespace litevk::vk {
namespace {

std::string NextDriverName() {
  static std::atomic<unsigned> count = 0;
  constexpr unsigned kNames = 10000;  // limit that keeps names short enough
  return "litevk-drv" + std::to_string(count.fetch_add(1) % kNames);
}

}  // namespace

DriverThreads::DriverThreads() : own_name_(ThreadName()), driver_name_(NextDriverName()) {
  SetThreadName(driver_name_);
}

DriverThreads::~DriverThreads() { SetThreadName(own_name_); }

std::vector<int> DriverThreads::Ids() const { return OtherThreadsNamed(driver_name_); }

void DriverThreads::Spread() const {
  const std::vector<int> cores = UsableCores();
  if (cores.size() < 2) return;
  size_t turn = 0;
  for (const int id : Ids()) BindThread(id, cores[turn++ % cores.size()]);
}

}  // namespace litevk::vk
