#include "runtime/onnx/families/window.h"

#include <algorithm>

#include "runtime/opset/shape_inference.h"

namespace litevk::to_onnx {

std::vector<int64_t> PadsOf(int padding, const ir::Shape& input, const std::vector<WindowSide>& sides) {
  std::vector<int64_t> before;
  std::vector<int64_t> after;
  for (size_t i = 0; i < sides.size(); ++i) {
    const WindowSide& side = sides[i];
    const int size = input.dims()[i + 1];
    const ir::WindowDim window = ir::ComputeWindow(padding, size, side.size, side.stride, side.dilation);
    const int64_t reach =
        (int64_t{window.output} - 1) * side.stride + (int64_t{side.size} - 1) * side.dilation + 1;
    before.push_back(window.pad_before);
    after.push_back(std::max(int64_t{0}, reach - size - window.pad_before));
  }
  before.insert(before.end(), after.begin(), after.end());
  return before;
}

Attributes WindowAttributes(const NodeWriter& node, int padding, const std::vector<WindowSide>& sides) {
  std::vector<int64_t> sizes;
  std::vector<int64_t> strides;
  std::vector<int64_t> dilations;
  for (const WindowSide& side : sides) {
    sizes.push_back(side.size);
    strides.push_back(side.stride);
    dilations.push_back(side.dilation);
  }
  Attributes attributes = {{"kernel_shape", sizes}, {"strides", strides}};
  const auto is_one = [](int64_t number) { return number == 1; };
  const bool is_dilated = !std::ranges::all_of(dilations, is_one);
  // A window of one element needs no padding, whatever the size. onnxruntime would find a negative one.
  const auto needs_size = [](const WindowSide& side) { return side.stride != 1 && side.size != 1; };
  const bool is_open = node.settings().has_open_sides && std::ranges::any_of(sides, needs_size);
  // onnxruntime dilates no window whose padding it has to find.
  if (is_open && !is_dilated && padding == abi::kTfLitePaddingSame) {
    attributes.push_back({"auto_pad", std::string("SAME_UPPER")});
  } else {
    attributes.push_back({"pads", PadsOf(padding, node.input(0).dims, sides)});
  }
  if (is_dilated) attributes.push_back({"dilations", dilations});
  return attributes;
}

}  // namespace litevk::to_onnx
