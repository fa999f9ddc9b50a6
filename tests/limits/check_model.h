// Plans a model for a device of given limits, without a device.
#pragma once

#include "runtime/base/status.h"
#include "runtime/graph/device_limits.h"
#include "runtime/model/model.h"

namespace litevk::limits {

struct Tally {
  int delegated = 0;
  int refused = 0;
  int left_to_cpu = 0;  // when they were planned
};

// Ok when each node of the first subgraph is refused with a sentence, or its dispatches keep within the
// limits.
Status CheckModel(const Model& model, const gpu::DeviceLimits& limits, Tally& tally);

}  // namespace litevk::limits
