// Failures of a model that come of its inputs' dims.
#pragma once

#include "runtime/base/status.h"
#include "runtime/interpreter/subgraph.h"
#include "runtime/model/model.h"

namespace litevk {

// Returns the failure with the inputs that were resized, or that leave dims open which nobody has set.
Status WithInputDims(Status status, const Model& model, Subgraph& subgraph);

// Returns the failure with the inputs that leave dims open which nobody has set.
Status WithOpenInputs(Status status, const Model& model, Subgraph& subgraph);

}  // namespace litevk
