#include "runtime/platform/threads.h"

#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>

namespace litevk {
namespace {

namespace fs = std::filesystem;

constexpr size_t kNameBytes = 16;  // Linux' limit of a thread's name, including the terminating zero

std::string NameOf(const fs::path& task) {
  std::string name;
  std::getline(std::ifstream(task / "comm"), name);
  return name;
}

}  // namespace

std::string ThreadName() {
  std::array<char, kNameBytes> name = {};
  return pthread_getname_np(pthread_self(), name.data(), name.size()) == 0 ? name.data() : "";
}

void SetThreadName(const std::string& name) { pthread_setname_np(pthread_self(), name.c_str()); }

std::vector<int> OtherThreadsNamed(const std::string& name) {
  const long own_id = syscall(SYS_gettid);  // gettid() is newer than the oldest glibc of the wheels
  std::vector<int> ids;
  std::error_code error;
  for (fs::directory_iterator it("/proc/self/task", error), end; !error && it != end; it.increment(error)) {
    const std::string number = it->path().filename().string();
    int id = 0;
    std::from_chars(number.data(), number.data() + number.size(), id);
    if (id != own_id && NameOf(it->path()) == name) ids.push_back(id);
  }
  std::ranges::sort(ids);
  return ids;
}

std::vector<int> UsableCores() {
  cpu_set_t allowed;
  std::vector<int> cores;
  // Fails with more cores than the set has bits.
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(static_cast<size_t>(core), &allowed)) cores.push_back(core);
  }
  return cores;
}

void BindThread(int thread_id, int core) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<size_t>(core), &one);
  sched_setaffinity(thread_id, sizeof(one), &one);
}

}  // namespace litevk
