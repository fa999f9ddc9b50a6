// The threads that a driver starts in this process. A CPU driver computes on one thread per core, and another
// thread wakes them for each dispatch. The last one to be woken finds every core taken. One core is taken by
// the waking thread, which sleeps right after, so two threads take turns on one core. docs/design/threads.md
// has the measurements.
#pragma once

#include <string>
#include <vector>

namespace litevk::vk {

// Recognises threads that the calling thread starts, directly or indirectly, during this object's lifetime.
// They inherit a name, which the calling thread gets too until the end. Used and destroyed by one thread.
class DriverThreads {
 public:
  DriverThreads();
  ~DriverThreads();
  DriverThreads(const DriverThreads&) = delete;
  DriverThreads& operator=(const DriverThreads&) = delete;

  // Returns the ids of the threads, oldest first, without those that have taken another name.
  std::vector<int> Ids() const;

  // Binds each thread to one of the cores that the calling thread may use, in turn. Does nothing with one
  // core. A thread that cannot be bound stays where the system puts it.
  void Spread() const;

 private:
  std::string own_name_;
  std::string driver_name_;
};

}  // namespace litevk::vk
