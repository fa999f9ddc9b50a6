#include "tools/run/entry_point.h"

namespace litevk::tools {
namespace {

using NameAt = const char* (*)(const LitevkInterpreter*, const char*, int);

std::string JoinNames(const LitevkInterpreter* interpreter, const char* key, int count, NameAt name_at) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + std::string(name_at(interpreter, key, i));
  return "(" + text + ")";
}

// Returns a signature as "serving_default(x) -> (probabilities)".
std::string DescribeSignature(const LitevkInterpreter* interpreter, const char* key) {
  const int inputs = LitevkInterpreterGetSignatureInputCount(interpreter, key);
  const int outputs = LitevkInterpreterGetSignatureOutputCount(interpreter, key);
  return key + JoinNames(interpreter, key, inputs, LitevkInterpreterGetSignatureInputName) + " -> " +
         JoinNames(interpreter, key, outputs, LitevkInterpreterGetSignatureOutputName);
}

}  // namespace

Status EntryPoint::Check() const {
  if (is_primary() || LitevkInterpreterGetSignatureSubgraph(interpreter_, key()) >= 0) return {};
  std::string found;
  for (int i = 0; i < LitevkInterpreterGetSignatureCount(interpreter_); ++i) {
    found += (i == 0 ? "" : "; ") +
             DescribeSignature(interpreter_, LitevkInterpreterGetSignatureKey(interpreter_, i));
  }
  return InvalidArgument("the model has no signature '" + signature_ + "'; it has " +
                         (found.empty() ? "none" : found));
}

std::string EntryPoint::ChoiceNote() const {
  const int count = LitevkInterpreterGetSignatureCount(interpreter_);
  if (!is_primary() || count < 2) return "";
  std::string taken;
  std::string others;
  for (int i = 0; i < count; ++i) {
    const char* key = LitevkInterpreterGetSignatureKey(interpreter_, i);
    if (taken.empty() && LitevkInterpreterGetSignatureSubgraph(interpreter_, key) == 0) {
      taken = "'" + std::string(key) + "'";
    } else {
      others += (others.empty() ? "'" : ", '") + std::string(key) + "'";
    }
  }
  return "the model has " + std::to_string(count) + " signatures, and " +
         (taken.empty() ? "its main subgraph, which none of them names," : taken) +
         " is taken; --signature NAME takes another: " + others;
}

int EntryPoint::subgraph() const {
  return is_primary() ? 0 : LitevkInterpreterGetSignatureSubgraph(interpreter_, key());
}

int EntryPoint::input_count() const {
  return is_primary() ? LitevkInterpreterGetInputCount(interpreter_)
                      : LitevkInterpreterGetSignatureInputCount(interpreter_, key());
}

int EntryPoint::output_count() const {
  return is_primary() ? LitevkInterpreterGetOutputCount(interpreter_)
                      : LitevkInterpreterGetSignatureOutputCount(interpreter_, key());
}

std::string EntryPoint::input_name(int input) const {
  return is_primary() ? LitevkTensorGetName(Input(input))
                      : LitevkInterpreterGetSignatureInputName(interpreter_, key(), input);
}

std::string EntryPoint::output_name(int output) const {
  return is_primary() ? LitevkTensorGetName(Output(output))
                      : LitevkInterpreterGetSignatureOutputName(interpreter_, key(), output);
}

LitevkTensor* EntryPoint::Input(int input) const {
  return is_primary() ? LitevkInterpreterGetInputTensor(interpreter_, input)
                      : LitevkInterpreterGetSignatureInput(interpreter_, key(), input_name(input).c_str());
}

const LitevkTensor* EntryPoint::Output(int output) const {
  return is_primary() ? LitevkInterpreterGetOutputTensor(interpreter_, output)
                      : LitevkInterpreterGetSignatureOutput(interpreter_, key(), output_name(output).c_str());
}

LitevkTensor* EntryPoint::Tensor(int index) const {
  return is_primary() ? LitevkInterpreterGetTensor(interpreter_, index)
                      : LitevkInterpreterGetSignatureTensor(interpreter_, key(), index);
}

int EntryPoint::node_count() const {
  return is_primary() ? LitevkInterpreterGetNodeCount(interpreter_)
                      : LitevkInterpreterGetSignatureNodeCount(interpreter_, key());
}

LitevkStatus EntryPoint::NodeInfo(int position, LitevkNodeInfo* info) const {
  return is_primary() ? LitevkInterpreterGetNodeInfo(interpreter_, position, info)
                      : LitevkInterpreterGetSignatureNodeInfo(interpreter_, key(), position, info);
}

LitevkStatus EntryPoint::ResizeInput(int input, const ir::Shape& dims) const {
  const int* data = dims.dims().data();
  return is_primary() ? LitevkInterpreterResizeInputTensor(interpreter_, input, data, dims.rank())
                      : LitevkInterpreterResizeSignatureInput(interpreter_, key(), input_name(input).c_str(),
                                                              data, dims.rank());
}

LitevkStatus EntryPoint::Allocate() const {
  return is_primary() ? LitevkInterpreterAllocateTensors(interpreter_)
                      : LitevkInterpreterAllocateSignature(interpreter_, key());
}

LitevkStatus EntryPoint::Invoke() const {
  return is_primary() ? LitevkInterpreterInvoke(interpreter_)
                      : LitevkInterpreterInvokeSignature(interpreter_, key());
}

}  // namespace litevk::tools
