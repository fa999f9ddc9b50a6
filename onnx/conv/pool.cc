#include "onnx/conv/pool.h"

namespace litevk::to_onnx {
namespace {

// Returns sums of the image's elements in each window.
Name SumsInWindows(NodeWriter& node, const Windows& windows, const Name& image, const Name& pads) {
  const Name padded = node.Add("Pad", {image, pads, node.Float(0)});
  const auto taps = static_cast<float>(windows.sides[0].size * windows.sides[1].size);
  return node.Add("Mul", {node.Add("AveragePool", {padded}, windows.attributes), node.Float(taps)});
}

// Returns the number of the image's elements in each window, by summing ones like the image.
Name CountsInWindows(NodeWriter& node, const Windows& windows, const Name& image, const Name& pads) {
  const Name sides = node.Slice(node.Add("Shape", {image}), {2}, {4}, {0});
  const Name dims = node.Concat({node.Dims({1, 1}), sides}, 0);
  const Name ones = node.Add("Expand", {node.Float(1), dims});
  return node.Add("Round", {SumsInWindows(node, windows, ones, pads)});
}

}  // namespace

std::vector<WindowSide> PoolSides(const abi::TfLitePoolParams& params) {
  return {{params.filter_height, params.stride_height}, {params.filter_width, params.stride_width}};
}

Windows PoolWindows(const NodeWriter& node) {
  const auto& params = node.params<abi::TfLitePoolParams>();
  return WindowsOf(node, params.padding, PoolSides(params));
}

Name MeansInWindows(NodeWriter& node, const Name& image) {
  const Windows windows = PoolWindows(node);
  if (!windows.are_padded_in_run) {
    Attributes attributes = windows.attributes;
    attributes.push_back({"count_include_pad", int64_t{0}});
    return node.Add("AveragePool", {image}, attributes);
  }
  const Name pads = PadsOfRun(node, windows, image);
  const Name sums = SumsInWindows(node, windows, image, pads);
  // Rounds sums of integers, which are inexact floats here, so that ties of the means are exact and round
  // away from zero.
  const bool is_whole = node.input(0).type != ir::DataType::kFloat32;
  return node.Add("Div",
                  {is_whole ? node.Add("Round", {sums}) : sums, CountsInWindows(node, windows, image, pads)});
}

}  // namespace litevk::to_onnx
