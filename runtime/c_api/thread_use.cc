#include "runtime/c_api/thread_use.h"

#include <algorithm>

namespace litevk::c_api {
namespace {

// Returns a mark that lives as long as the calling thread. Thread ids are no substitute, since the system
// reuses them.
std::shared_ptr<const void> CallingThread() {
  thread_local const auto mark = std::make_shared<const char>();
  return mark;
}

Status Overwritten() {
  return InvalidArgument(
      "this interpreter is in use by another thread, which has set a tensor that this one had set: make one "
      "for "
      "each thread, or hold a lock from setting the inputs to reading the outputs");
}

}  // namespace

size_t ThreadUse::Find(int subgraph) const {
  const auto thread = CallingThread();
  const auto found = std::ranges::find_if(setters_, [&](const Setter& setter) {
    return setter.subgraph == subgraph && setter.thread.lock() == thread;
  });
  return static_cast<size_t>(found - setters_.begin());
}

ThreadUse::Setter& ThreadUse::FindOrAdd(int subgraph) {
  if (const size_t found = Find(subgraph); found < setters_.size()) return setters_[found];
  std::erase_if(setters_, [](const Setter& setter) { return setter.thread.expired(); });
  setters_.push_back({.thread = CallingThread(), .subgraph = subgraph, .tensors = {}, .overwritten = {}});
  return setters_.back();
}

void ThreadUse::NoteSet(int subgraph, int tensor) {
  Setter& self = FindOrAdd(subgraph);
  self.tensors.insert(tensor);
  self.overwritten.erase(tensor);
  for (Setter& setter : setters_) {
    const bool is_other = &setter != &self && setter.subgraph == subgraph;
    if (is_other && setter.tensors.contains(tensor)) setter.overwritten.insert(tensor);
  }
}

void ThreadUse::NoteReset(int subgraph) {
  const size_t self = Find(subgraph);
  for (size_t i = 0; i < setters_.size(); ++i) {
    if (i != self && setters_[i].subgraph == subgraph) setters_[i].overwritten = setters_[i].tensors;
  }
}

void ThreadUse::NoteRun(int subgraph) {
  for (Setter& setter : setters_) {
    if (setter.subgraph == subgraph) setter.has_results = setter.overwritten.empty();
  }
}

Status ThreadUse::CheckRun(int subgraph) const {
  const size_t self = Find(subgraph);
  return self == setters_.size() || setters_[self].overwritten.empty() ? Status() : Overwritten();
}

Status ThreadUse::CheckRead(int subgraph) const {
  LITEVK_RETURN_IF_ERROR(CheckRun(subgraph));
  const size_t self = Find(subgraph);
  return self == setters_.size() || setters_[self].has_results ? Status() : Overwritten();
}

}  // namespace litevk::c_api
