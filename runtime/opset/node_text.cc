#include "runtime/opset/node_text.h"

#include <sstream>
#include <string>
#include <vector>

#include "runtime/tflite/builtin_names.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

void NodeText::Add(std::string_view word, std::string_view value) {
  text_.append("/").append(word).append("[").append(value).append("]");
}

void NodeText::AddNumber(std::string_view word, double value) {
  std::ostringstream number;
  number << value;
  Add(word, number.str());
}

void NodeText::AddIf(bool is_set, std::string_view word) {
  if (is_set) text_.append("/").append(word);
}

void NodeText::AddInts(std::string_view word, int operand) {
  if (!view_.has_input(operand)) return;
  std::string list;
  for (const int number : ir::StoredInts(view_.input(operand))) {
    list.append(list.empty() ? "" : ",").append(std::to_string(number));
  }
  Add(word, list);
}

void NodeText::AddDims(std::string_view word, std::span<const int> dims) {
  Add(word, ir::Shape(std::vector<int>(dims.begin(), dims.end())).ToString());
}

void NodeText::AddActivation(int activation) {
  if (activation == abi::kTfLiteActNone) return;
  const std::string_view name = abi::ActivationName(activation);
  Add("Activation", name.empty() ? std::to_string(activation) : std::string(name));
}

void NodeText::AddOperands() {
  bool is_first = true;
  for (int index = 0; index < view_.input_count(); ++index) {
    if (!view_.has_input(index) || view_.input(index).type == ir::DataType::kInt32) continue;
    const ir::Tensor& tensor = view_.input(index);
    text_ += is_first ? "/" : "x";
    text_.append(tensor.is_known() ? "Constant[" : "Input[").append(tensor.dims.ToString()).append("]");
    is_first = false;
  }
}

void NodeText::AddImageAndFilter(int image, const ir::Shape& filter) {
  Add("Input", view_.input(image).dims.ToString() + "]xFilter[" + filter.ToString());
}

void DescribeOperands(NodeText& text) { text.AddOperands(); }

void DescribeArithmetic(NodeText& text) {
  text.AddOperands();
  text.AddActivation(text.view().params<abi::TfLiteArithmeticParams>().activation);
}

void DescribeShape(NodeText& text) {
  text.AddOperands();
  text.Add("Shape", text.view().output().dims.ToString());
}

}  // namespace litevk
