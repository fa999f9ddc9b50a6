#include "delegate/ops/recurrent/lstm.h"
#include "delegate/kernel/constraints.h"
#include "delegate/ops/matmul/int8_weights_in_uint8.h"
#include "delegate/ops/recurrent/basic_lstm.h"
#include "delegate/ops/recurrent/dynamic_int8_lstm.h"
#include "delegate/ops/recurrent/int16_gates_lstm.h"
#include "delegate/ops/recurrent/int8_gates_lstm.h"
#include "delegate/ops/recurrent/quantized_basic_lstm.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

using Params = abi::TfLiteLSTMParams;

bool IsBasicKernel(const NodeView& view) {
  return view.params<Params>().kernel_type == abi::kTfLiteLSTMBasicKernel;
}

// Emits one step.
void Lower(Lowering& lowering) {
  if (IsBasicKernel(lowering.view())) {
    LowerBasicLstm(lowering);
    return;
  }
  const auto rows = static_cast<uint32_t>(lowering.output_dims()[0]);
  LowerLstm(lowering, LstmOptionsOf<Params>(lowering.view().node().params), {.rows = rows});
}

void LowerInteger(Lowering& lowering) {
  const auto options = LstmOptionsOf<Params>(lowering.view().node().params);
  if (HasInt8Gates(lowering.view())) {
    LowerInt8GatesLstm(lowering, options);
    return;
  }
  const auto rows = static_cast<uint32_t>(lowering.output_dims()[0]);
  LowerInt16GatesLstm(lowering, options, {.rows = rows});
}

bool IntegerScalesAreTaken(const NodeView& view, const LstmOptions& options) {
  return HasInt8Gates(view) ? Int8GatesScalesAreTaken(view, options)
                            : Int16GatesScalesAreTaken(view, options);
}

GpuKernel IntegerKernel() {
  GpuKernel kernel = Int16GatesLstmKernel<Params, IntegerScalesAreTaken>();
  kernel.constraints.push_back(
      {"with 12 intermediates the device binds as many buffers at once as the step has, which are 8",
       [](const NodeView& view) { return !HasInt8Gates(view) || Int8GatesFit(view); }});
  return kernel;
}

void LowerDynamicInt8(Lowering& lowering) {
  const auto rows = static_cast<uint32_t>(lowering.output_dims()[0]);
  LowerDynamicInt8Lstm(lowering, LstmOptionsOf<Params>(lowering.view().node().params), {.rows = rows});
}

// Returns the kernel for nodes of the full kernel only: the basic one has other operands.
GpuKernel OfFullKernel(GpuKernel kernel, void (*lower)(Lowering& lowering)) {
  kernel.constraints.insert(
      kernel.constraints.begin(),
      {"the kernel is the full one", [](const NodeView& view) { return !IsBasicKernel(view); }});
  kernel.lower = lower;
  return kernel;
}

bool ReadsRows(const NodeView& view, const StridedInput& input) {
  return IsBasicKernel(view) ? ReadsBasicLstmRows(input) : FindsOffsetsOf<kLstmInput>(view, input);
}

}  // namespace

OpSpec MakeSpec_lstm() {
  return {
      .op_code = abi::kTfLiteBuiltinLstm,
      .kernels =
          {{.takes_states = true,
            .constraints =
                {{"of the full kernel the weights, biases and coefficients are constant",
                  [](const NodeView& view) { return IsBasicKernel(view) || LstmOperandsAreKnown(view); }},
                 {"the weights of all gates of the full kernel, and its gates, fit the device's limits",
                  [](const NodeView& view) { return IsBasicKernel(view) || LstmGatesFit(view); },
                  DimsAreKnown<kLstmInput>},
                 {"of the full kernel the device binds as many buffers at once as the steps have, which "
                  "are 9",
                  [](const NodeView& view) { return IsBasicKernel(view) || LstmStepsFit(view); }}},
            .reads_strided = ReadsRows,
            .lower = Lower},
           OfFullKernel(DynamicInt8LstmKernel(), LowerDynamicInt8),
           OfFullKernel(WithInt8InUint8(DynamicInt8LstmKernel()), LowerDynamicInt8),
           OfFullKernel(IntegerKernel(), LowerInteger),
           QuantizedBasicLstmKernel()},
  };
}

}  // namespace litevk
