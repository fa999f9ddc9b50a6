// The threads that a driver starts in this process. A driver that runs on the CPU computes on one thread for
// each core, and a further thread wakes them for each dispatch. The last to be woken finds every core taken,
// one of them by the thread that wakes it and goes to sleep right after, so that two of them take turns on
// one core: docs/design/ threads.md has the measurements.
#pragma once

#include <string>
#include <vector>

namespace litevk::vk {

// While it lives, threads that the calling thread starts, and those that these start, are recognised by a
// name that they inherit; the calling thread has that name too and gets its own back. To be used and
// destroyed by one thread.
class DriverThreads {
 public:
  DriverThreads();
  ~DriverThreads();
  DriverThreads(const DriverThreads&) = delete;
  DriverThreads& operator=(const DriverThreads&) = delete;

  // Their ids, oldest first, without those that have taken a name of their own.
  std::vector<int> Ids() const;

  // Binds each to one of the cores that the calling thread may use, by turns. Does nothing where there is one
  // core; a thread that the system does not let us bind stays where the system puts it.
  void Spread() const;

 private:
  std::string own_name_;
  std::string driver_name_;
};

}  // namespace litevk::vk
