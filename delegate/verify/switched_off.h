// Kernels that gave wrong results on a device, and are not used on it again in this process.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "delegate/lower/choices.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Returns a text of whatever a node's kernel depends on: operator, options, types and dims.
std::string KernelKeyOf(const ir::Graph& graph, const ir::Node& node);

// Safe from any thread.
class SwitchedOff {
 public:
  // Returns the record of a device, which lives as long as the process. `device` tells devices and drivers
  // apart.
  static SwitchedOff& On(const std::string& device);
  // Forgets everything of every device, for tests.
  static void ForgetAll();

  bool empty() const { return is_empty_; }

  // Switches off all alternatives of a choice that have the algorithm's name. Returns false if that was
  // known.
  bool AddAlternatives(const std::string& choice, const std::set<std::string>& names);
  // Keeps nodes with this key out of the dispatches of others. Returns false if that was known.
  bool AddApart(const std::string& key);
  // Sends nodes with this key to the CPU. `reason` is said of them.
  void AddOnCpu(const std::string& key, const std::string& reason);

  AvoidedAlternatives Avoided() const;
  bool IsApart(const std::string& key) const;
  // Returns the reason; "" if the device may run such nodes.
  std::string WhyOnCpu(const std::string& key) const;

 private:
  void Clear();

  mutable std::mutex mutex_;
  std::atomic<bool> is_empty_ = true;
  AvoidedAlternatives avoided_;
  std::set<std::string> apart_;
  std::map<std::string, std::string> on_cpu_;
};

}  // namespace litevk
