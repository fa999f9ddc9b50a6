#include "runtime/vk/instance/driver_threads.h"

#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace litevk::vk {
namespace {

namespace fs = std::filesystem;

constexpr size_t kNameBytes = 16;  // Linux' limit of a thread's name, including the terminating zero

std::string OwnName() {
  std::array<char, kNameBytes> name = {};
  return pthread_getname_np(pthread_self(), name.data(), name.size()) == 0 ? name.data() : "";
}

std::string NextDriverName() {
  static std::atomic<unsigned> count = 0;
  constexpr unsigned kNames = 10000;  // limit that keeps names short enough
  return "litevk-drv" + std::to_string(count.fetch_add(1) % kNames);
}

std::string NameOf(const fs::path& task) {
  std::string name;
  std::getline(std::ifstream(task / "comm"), name);
  return name;
}

// Returns the cores that the calling thread may use.
std::vector<int> Cores() {
  cpu_set_t allowed;
  std::vector<int> cores;
  // Fails with more cores than the set has bits. Threads then stay where the system puts them.
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(static_cast<size_t>(core), &allowed)) cores.push_back(core);
  }
  return cores;
}

}  // namespace

DriverThreads::DriverThreads() : own_name_(OwnName()), driver_name_(NextDriverName()) {
  pthread_setname_np(pthread_self(), driver_name_.c_str());
}

DriverThreads::~DriverThreads() { pthread_setname_np(pthread_self(), own_name_.c_str()); }

std::vector<int> DriverThreads::Ids() const {
  const long own_id = syscall(SYS_gettid);  // gettid() is newer than the oldest glibc of the wheels
  std::vector<int> ids;
  std::error_code error;
  for (fs::directory_iterator it("/proc/self/task", error), end; !error && it != end; it.increment(error)) {
    const std::string number = it->path().filename().string();
    int id = 0;
    std::from_chars(number.data(), number.data() + number.size(), id);
    if (id != own_id && NameOf(it->path()) == driver_name_) ids.push_back(id);
  }
  std::ranges::sort(ids);
  return ids;
}

void DriverThreads::Spread() const {
  const std::vector<int> cores = Cores();
  if (cores.size() < 2) return;
  size_t turn = 0;
  for (const int id : Ids()) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<size_t>(cores[turn++ % cores.size()]), &one);
    sched_setaffinity(id, sizeof(one), &one);
  }
}

}  // namespace litevk::vk
