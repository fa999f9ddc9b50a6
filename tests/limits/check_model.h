// Plans a model for a device of given limits, without a device.
#pragma once

#include "runtime/base/status.h"
#include "runtime/graph/device_limits.h"
#include "runtime/model/model.h"

namespace litevk::limits {

struct Tally {
  int delegated = 0;
  int refused = 0;
  int left_to_cpu = 0;  // at planning time
};

// Returns Ok if each node of the first subgraph is refused with a diagnostic, or its dispatches stay within
// the limits.
Status CheckModel(const Model& model, const gpu::DeviceLimits& limits, Tally& tally);

}  // namespace litevk::limits
