// What the GPU takes of an operator's signatures: each is one of the record's, with fewer types in its place.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/opset/op_info.h"
#include "runtime/opset/signature.h"
#include "runtime/opset/type_set.h"

namespace litevk {

class Lowering;  // delegate/lower/lowering.h

// The types that the device takes of one input, where they are fewer than the record's.
struct NarrowedInput {
  size_t index;
  TypeSet types;
};

// What the device computes of one signature of the operator's record, and how.
// {.element = kFloat32, .inputs = {{1, kInt32}}, .lower = Lower}
struct DeviceSignature {
  size_t of = 0;         // index in OpInfo::types
  TypeSet element = {};  // those of its T that the device takes; none named: all
  std::vector<NarrowedInput> inputs = {};
  int most_dims = -1;          // that an input may have; -1: any number
  int most_inputs = -1;        // the device takes no further ones, not even absent; -1: all of the record's
  std::string_view note = {};  // "constants are unpacked when the model is loaded"
  // Emits the dispatches. It cannot fail: every reason to fail is a constraint. Null for what exists on
  // constants alone: those are folded or rejected.
  void (*lower)(Lowering& lowering) = nullptr;
};

// "inputs have at most 6 dims", of one that says how many.
std::string DimsText(const DeviceSignature& device);

// Ok when the device takes nothing that the record does not; else a sentence that says what.
Status CheckNarrowing(const OpInfo& info, const DeviceSignature& device);

// By device signature, the record's with the types that the device takes. Quantization is as there.
std::vector<Signature> NarrowedTypes(const OpInfo& info, std::span<const DeviceSignature> devices);

// The types whose elements the device moves unread, with parameters that have to be equal in all tensors.
// `types` is of NarrowedTypes. Parameters of float32 mean nothing to TFLite, whoever left them there.
TypeSet MovedTypes(const OpInfo& info, const DeviceSignature& device, const Signature& types);

}  // namespace litevk
