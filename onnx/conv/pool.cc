#include "onnx/conv/pool.h"

namespace litevk::to_onnx {
namespace {

// Returns sums of the image's elements in each window.
Name SumsInWindows(Emitter& onnx, const Windows& windows, const Name& image, const Name& pads) {
  const Name padded = onnx.Add("Pad", {image, pads, onnx.Float(0)});
  const auto taps = static_cast<float>(windows.sides[0].size * windows.sides[1].size);
  return onnx.Add("Mul", {onnx.Add("AveragePool", {padded}, windows.attributes), onnx.Float(taps)});
}

// Returns the number of the image's elements in each window, by summing ones like the image.
Name CountsInWindows(Emitter& onnx, const Windows& windows, const Name& image, const Name& pads) {
  const Name sides = onnx.Slice(onnx.Add("Shape", {image}), {2}, {4}, {0});
  const Name dims = onnx.Concat({onnx.Dims({1, 1}), sides}, 0);
  const Name ones = onnx.Add("Expand", {onnx.Float(1), dims});
  return onnx.Add("Round", {SumsInWindows(onnx, windows, ones, pads)});
}

}  // namespace

std::vector<WindowSide> PoolSides(const abi::TfLitePoolParams& params) {
  return {{params.filter_height, params.stride_height}, {params.filter_width, params.stride_width}};
}

Windows PoolWindows(const NodeFacts& node) {
  const auto& params = node.params<abi::TfLitePoolParams>();
  return WindowsOf(node, params.padding, PoolSides(params));
}

Name MeansInWindows(NodeWriter& node, const Name& image) {
  Emitter& onnx = node.onnx();
  const Windows windows = PoolWindows(node);
  if (!windows.are_padded_in_run) {
    Attributes attributes = windows.attributes;
    attributes.push_back({"count_include_pad", int64_t{0}});
    return onnx.Add("AveragePool", {image}, attributes);
  }
  const Name pads = PadsOfRun(onnx, windows, image);
  const Name sums = SumsInWindows(onnx, windows, image, pads);
  // Rounds sums of integers, which are inexact floats here, so that ties of the means are exact and round
  // away from zero.
  const bool is_whole = node.input(0).type != ir::DataType::kFloat32;
  return onnx.Add("Div",
                  {is_whole ? onnx.Add("Round", {sums}) : sums, CountsInWindows(onnx, windows, image, pads)});
}

}  // namespace litevk::to_onnx
