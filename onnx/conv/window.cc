#include "onnx/conv/window.h"

#include <algorithm>

#include "runtime/opset/shapes/shape_inference.h"

namespace litevk::to_onnx {
namespace {

// Dims before an image's spatial dims: batch and channels.
constexpr int64_t kDimsBefore = 2;

// True if SAME padding depends on the image's size. Otherwise it is none, or equal for all sizes.
bool FollowsSize(const WindowSide& side) { return side.stride != 1 && side.reach() != 1; }

// True if ONNX's SAME equals TFLite's: the windows leave no gaps. onnxruntime does not dilate a window whose
// padding it derives. It derives a negative padding for a window that is shorter than its stride.
bool HasSameOfOnnx(const WindowSide& side) { return side.dilation == 1 && side.size >= side.stride; }

// True if the padding of any side depends on an open size.
bool FollowsOpenSizes(const NodeFacts& node, const std::vector<WindowSide>& sides) {
  if (std::ranges::none_of(sides, FollowsSize)) return false;
  AskedSizes sizes;
  for (size_t i = 0; i < sides.size(); ++i) sizes.push_back(node.input(0).dims.dims()[i + 1]);
  const std::vector<bool> open = node.settings().open_axes->Ask(sizes);
  for (size_t i = 0; i < sides.size(); ++i) {
    if (open[i] && FollowsSize(sides[i])) return true;
  }
  return false;
}

}  // namespace

std::vector<int64_t> PadsOf(int padding, const ir::Shape& input, const std::vector<WindowSide>& sides) {
  std::vector<int64_t> before;
  std::vector<int64_t> after;
  for (size_t i = 0; i < sides.size(); ++i) {
    const WindowSide& side = sides[i];
    const int size = input.dims()[i + 1];
    const ir::WindowDim window = ir::ComputeWindow(padding, size, side.size, side.stride, side.dilation);
    const int64_t covered = (int64_t{window.output} - 1) * side.stride + side.reach();
    before.push_back(window.pad_before);
    after.push_back(std::max(int64_t{0}, covered - size - window.pad_before));
  }
  before.insert(before.end(), after.begin(), after.end());
  return before;
}

Windows WindowsOf(const NodeFacts& node, int padding, const std::vector<WindowSide>& sides) {
  std::vector<int64_t> sizes;
  std::vector<int64_t> strides;
  std::vector<int64_t> dilations;
  for (const WindowSide& side : sides) {
    sizes.push_back(side.size);
    strides.push_back(side.stride);
    dilations.push_back(side.dilation);
  }
  Windows windows = {.sides = sides, .attributes = {{"kernel_shape", sizes}, {"strides", strides}}};
  const bool is_dilated = std::ranges::any_of(dilations, [](int64_t dilation) { return dilation != 1; });
  if (is_dilated) windows.attributes.push_back({"dilations", dilations});
  const bool is_open = padding == abi::kTfLitePaddingSame && FollowsOpenSizes(node, sides);
  windows.are_padded_in_run = is_open && !std::ranges::all_of(sides, HasSameOfOnnx);
  if (windows.are_padded_in_run) return windows;
  if (is_open) {
    windows.attributes.push_back({"auto_pad", std::string("SAME_UPPER")});
  } else {
    windows.attributes.push_back({"pads", PadsOf(padding, node.input(0).dims, sides)});
  }
  return windows;
}

// The last window begins at the last multiple of the stride below the size. It reaches reach - 1 - (size - 1)
// % stride elements beyond the end, if that is positive.
Name PadsOfRun(Emitter& onnx, const Windows& windows, const Name& image) {
  std::vector<int64_t> most;
  std::vector<int64_t> strides;
  for (const WindowSide& side : windows.sides) {
    most.push_back(side.reach() - 1);
    strides.push_back(side.stride);
  }
  const auto rank = static_cast<int64_t>(windows.sides.size()) + kDimsBefore;
  const Name sizes = onnx.Slice(onnx.Add("Shape", {image}), {kDimsBefore}, {rank}, {0});
  const Name rest = onnx.Add("Mod", {onnx.Add("Sub", {sizes, onnx.Dims({1})}), onnx.Dims(strides)});
  const Name all = onnx.Add("Max", {onnx.Add("Sub", {onnx.Dims(most), rest}), onnx.Dims({0})});
  const Name before = onnx.Add("Div", {all, onnx.Dims({2})});
  const Name none = onnx.Dims({0, 0});
  return onnx.Concat({none, before, none, onnx.Add("Sub", {all, before})}, 0);
}

Name PaddedInRun(Emitter& onnx, const Windows& windows, const Name& image, const Name& filler) {
  if (!windows.are_padded_in_run) return image;
  return onnx.Add("Pad", {image, PadsOfRun(onnx, windows, image), filler});
}

}  // namespace litevk::to_onnx
