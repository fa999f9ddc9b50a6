// Checks the keys of constants (gpu::Constant::key). With LITEVK_VALIDATION=1, constants that share a key are
// made again and compared. A key that omits an input of the bytes would give one node another's constant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "runtime/base/status.h"
#include "runtime/graph/gpu_graph.h"

namespace litevk {

// Hashes of the bytes by key and size. Used by one thread at a time.
class ConstantHashes {
 public:
  // Makes every constant of the graph that has a key, even those that reuse another's tensor. Reports a
  // validation message for each whose bytes differ from earlier ones with its key.
  Status Check(const gpu::Graph& graph);

 private:
  Status Check(const gpu::Graph& graph, const gpu::Constant& constant);

  std::map<std::pair<std::string, uint64_t>, size_t> hashes_;
};

}  // namespace litevk
