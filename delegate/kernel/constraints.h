// Conditions that many operators share.
#pragma once

#include "delegate/kernel/op_spec.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

// True for the activations that TFLite's own float kernels honour (they ignore or refuse the others).
inline bool IsSupportedActivation(int activation) {
  return activation == abi::kTfLiteActNone || activation == abi::kTfLiteActRelu ||
         activation == abi::kTfLiteActRelu6 || activation == abi::kTfLiteActReluN1To1;
}

// True if the bounds of the fused activation are known as quantized values. `Params` has the activation.
template <typename Params>
bool QuantizedBoundsAreKnown(const NodeView& view) {
  return QuantizedRangeOf(view.params<Params>().activation, view.output()).ok();
}

template <typename Params>
Constraint ActivationConstraint() {
  return {"the fused activation is none or one that clamps; TFLite's float kernels honour no other",
          [](const NodeView& view) { return IsSupportedActivation(view.params<Params>().activation); }};
}

template <int kIndex>
bool InputIsKnown(const NodeView& view) {
  return !view.has_input(kIndex) || view.input_is_known(kIndex);
}

template <int kIndex>
bool InputIsStored(const NodeView& view) {
  return !view.has_input(kIndex) || view.input(kIndex).constness == ir::Constness::kStored;
}

// True if the input is absent, stored, or known when a plan is made.
template <int kIndex>
bool InputIsPlanned(const NodeView& view) {
  return InputIsStored<kIndex>(view) || view.input(kIndex).is_planned();
}

// True if the dims of input `kIndex` are known. For Constraint::is_decided.
template <int kIndex>
bool DimsAreKnown(const NodeView& view) {
  return !view.input(kIndex).dims.has_unknown();
}
template <int kIndex>
bool ChannelsAreKnown(const NodeView& view) {
  return !ir::IsUnknown(view.input(kIndex).dims.channels());
}

// Implements GpuKernel::takes_padding for a window over an image. A window with padding of its own would
// reach into pixels that negative padding removes.
template <typename Params>
bool TakesPadding(const NodeView& view, const SpatialPadding& padding) {
  return !padding.LeavesOut() || view.params<Params>().padding == abi::kTfLitePaddingValid;
}

// Conditions of operators that move blocks of an image to its channels, or back.
inline std::vector<Constraint> DepthBlockConstraints() {
  return {{"the rank of the input is 4", [](const NodeView& view) { return view.input(0).dims.rank() == 4; }},
          {"the block size is positive",
           [](const NodeView& view) { return view.params<abi::TfLiteBlockSizeParams>().block_size > 0; }}};
}

// Number of dims that shaders/common/walk.glsl walks (GpuKernel::most_dims). TFLite's kernels broadcast as
// many.
inline constexpr int kWalkDims = 6;

// Types that operators move as words of memory, without reading the values.
inline constexpr TypeSet kMovedTypes = {ir::DataType::kFloat32, ir::DataType::kFloat16, ir::DataType::kBool,
                                        ir::DataType::kInt8,    ir::DataType::kUInt8,   ir::DataType::kInt16,
                                        ir::DataType::kInt32,   ir::DataType::kInt64};

}  // namespace litevk
