// Keeps an interpreter to one thread at a time, and each thread to results of what it has set itself.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <vector>

#include "runtime/base/one_thread.h"
#include "runtime/base/status.h"

namespace litevk::c_api {

// A call of the interpreter holds the lock, so that no other thread's call begins meanwhile. Between calls
// other threads may set tensors: a thread whose values were overwritten can neither run the model nor read
// from it until it has set them again. A thread that sets nothing may do both for those that do.
class ThreadUse {
 public:
  OneThread& lock() { return lock_; }

  // The functions below are called with the lock, and concern the calling thread.

  // Notes that the thread has given a tensor its value.
  void NoteSet(int subgraph, int tensor);
  // Notes that the subgraph's tensors may have lost what other threads have set.
  void NoteReset(int subgraph);
  // Notes that the subgraph has run, and from whose values.
  void NoteRun(int subgraph);
  // Fails where another thread has overwritten what this one has set.
  Status CheckRun(int subgraph) const;
  // Fails for the same reason, and where the subgraph last ran when that was so.
  Status CheckRead(int subgraph) const;

 private:
  // A thread that has set tensors of a subgraph.
  struct Setter {
    std::weak_ptr<const void> thread;
    int subgraph;
    std::set<int> tensors;      // all that it has ever set
    std::set<int> overwritten;  // those of them that hold another thread's value
    bool has_results = true;    // false: the last run was of other values
  };

  // Returns the place of the calling thread among setters_; their number where it has set nothing.
  size_t Find(int subgraph) const;
  Setter& FindOrAdd(int subgraph);

  OneThread lock_;
  std::vector<Setter> setters_;  // of threads that live, but for a few
};

}  // namespace litevk::c_api
