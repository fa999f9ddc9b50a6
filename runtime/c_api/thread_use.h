// Restricts an interpreter to one thread at a time, and each thread to results of values that it has set
// itself.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/platform/one_thread.h"

namespace litevk::c_api {

// Tracks threads. A call of the interpreter holds the lock, so that no other thread's call can begin.
//
// Between calls other threads may set tensors. A thread whose values were overwritten must set them again
// before it can run the model or read from it. A thread that sets nothing may run and read for others.
class ThreadUse {
 public:
  OneThread& lock() { return lock_; }

  // The functions below are called with the lock, and concern the calling thread.

  // Records that the thread has set a tensor.
  void NoteSet(int subgraph, int tensor);
  // Records that the subgraph's tensors may have lost other threads' values.
  void NoteReset(int subgraph);
  // Records that the subgraph has run, and with whose values.
  void NoteRun(int subgraph);
  // Fails if another thread has overwritten values of this one.
  Status CheckRun(int subgraph) const;
  // Fails for the same reason, or if the subgraph last ran in that state.
  Status CheckRead(int subgraph) const;

 private:
  // A thread that has set tensors of a subgraph.
  struct Setter {
    std::weak_ptr<const void> thread;
    int subgraph;
    std::set<int> tensors;      // all that it has ever set
    std::set<int> overwritten;  // the ones that hold another thread's value
    bool has_results = true;    // false: the last run used other values
  };

  // Returns the index of the calling thread in setters_; the size of setters_ if it has set nothing.
  size_t Find(int subgraph) const;
  Setter& FindOrAdd(int subgraph);

  OneThread lock_;
  std::vector<Setter> setters_;  // threads that are alive, and a few that have ended
};

}  // namespace litevk::c_api
