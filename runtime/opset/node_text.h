// A node as text: the names of benchmarks, which records complete with what decides the work of their
// operators.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/ir/node_view.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

// "/Input[1x56x56x64]xFilter[3x3x64x64]/Stride[1x1]/Padding[SAME]/Activation[RELU]", part by part. What the
// operator does without is left out.
class NodeText {
 public:
  explicit NodeText(const ir::NodeView& view) : view_(view) {}

  const ir::NodeView& view() const { return view_; }
  std::string Take() { return std::move(text_); }

  // "/Input[1x8]xConstant[8]": every operand but those of integers, which say how and not what.
  void AddOperands();
  // The image, and a filter as height x width x input channels x output channels in whatever order the
  // operator stores them; without height and width where it has none.
  void AddImageAndFilter(int image, const ir::Shape& filter);
  void Add(std::string_view word, std::string_view value);
  void AddNumber(std::string_view word, double value);
  void AddIf(bool is_set, std::string_view word);
  // The values of a stored int32 operand: axes, paddings, sizes.
  void AddInts(std::string_view word, int operand);
  void AddDims(std::string_view word, std::span<const int> dims);
  void AddActivation(int activation);
  // Stride, dilation (where it is not 1), padding and activation.
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

// What OpInfo::describe is of several operators: the operands alone; with a fused activation; with the dims
// of the output.
void DescribeOperands(NodeText& text);
void DescribeArithmetic(NodeText& text);
void DescribeShape(NodeText& text);

}  // namespace litevk
