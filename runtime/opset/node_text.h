// A node as text for the names of benchmarks. The operators' records add the attributes that decide the work.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/ir/node_view.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

// Builds "/Input[1x56x56x64]xFilter[3x3x64x64]/Stride[1x1]/Padding[SAME]/Activation[RELU]", part by part.
// Omits attributes that the operator does not use.
class NodeText {
 public:
  explicit NodeText(const ir::NodeView& view) : view_(view) {}

  const ir::NodeView& view() const { return view_; }
  std::string Take() { return std::move(text_); }

  // Adds "/Input[1x8]xConstant[8]": all operands but those of int32, such as axes.
  void AddOperands();
  // Adds the image and the filter. The filter's order is always height x width x input channels x output
  // channels, however the operator stores it. Filters without height and width have only the channels.
  void AddImageAndFilter(int image, const ir::Shape& filter);
  void Add(std::string_view word, std::string_view value);
  void AddNumber(std::string_view word, double value);
  void AddIf(bool is_set, std::string_view word);
  // Adds the values of a stored int32 operand: axes, paddings, sizes.
  void AddInts(std::string_view word, int operand);
  void AddDims(std::string_view word, std::span<const int> dims);
  void AddActivation(int activation);
  // Adds stride, dilation (unless 1), padding and activation.
  template <typename Params>
  void AddWindow(const Params& params) {
    AddDims("Stride", std::array{params.stride_height, params.stride_width});
    if constexpr (requires { params.dilation_height_factor; }) {
      if (params.dilation_height_factor != 1 || params.dilation_width_factor != 1) {
        AddDims("Dilation", std::array{params.dilation_height_factor, params.dilation_width_factor});
      }
    }
    Add("Padding", params.padding == abi::kTfLitePaddingValid ? "VALID" : "SAME");
    AddActivation(params.activation);
  }

 private:
  ir::NodeView view_;
  std::string text_;
};

// Values of OpInfo::describe that several operators share. The text has the operands only, the operands and a
// fused activation, or the operands and the output's dims.
void DescribeOperands(NodeText& text);
void DescribeArithmetic(NodeText& text);
void DescribeShape(NodeText& text);

}  // namespace litevk
