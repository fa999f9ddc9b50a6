// The bounds of docs/NUMERICS.md as values: how far a float of a node's result on a device may be from the
// reference. Integers, bool, strings, float16 and float64 are the same.
#pragma once

#include <cmath>
#include <span>

#include "runtime/ir/graph.h"
#include "runtime/opset/kernel.h"
#include "runtime/opset/op_info.h"

namespace litevk {

// A float may differ from the reference by absolute + relative * |reference|.
struct NumericBound {
  double absolute = 0;
  double relative = 0;

  double For(double reference) const { return absolute + relative * std::abs(reference); }
  bool operator==(const NumericBound&) const = default;
};

// The bound, absolute and relative, of an operator that is not exact. A driver may contract, reorder and
// approximate within Vulkan's precision rules.
inline constexpr double kDeviceBound = 1e-5;

// An algorithm whose rounding errors differ from those of the sum that the operator states.
enum class SumAlgorithm : uint8_t { kDirect, kWinograd };

// Returns the class of the signature that accepts the tensors; that of the record if none states one.
const NumericClass& NumericClassOf(const OpInfo& info, OperandTensors inputs, OperandTensors outputs);

// True if docs/NUMERICS.md promises something of the node's results where an input has a NaN or an infinity.
bool HoldsForNonFinite(const OpInfo& info, OperandTensors inputs);

// Returns the largest magnitude of the finite elements; 0 if there are none. The type has a fixed size.
double LargestMagnitude(const ref::ConstView& view);

// Returns the bound of the node's floats on a device. `inputs` have the values of this run, as a sum's bound
// depends on their magnitudes.
NumericBound DeviceBoundOf(const OpInfo& info, const ir::Params& params,
                           std::span<const ref::ConstView> inputs, OperandTensors outputs,
                           SumAlgorithm algorithm = SumAlgorithm::kDirect);

}  // namespace litevk
