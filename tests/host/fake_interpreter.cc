#include "tests/host/fake_interpreter.h"

#include <algorithm>
#include <span>
#include <utility>

#include "runtime/ir/import_tensor.h"

namespace litevk::test {

FakeInterpreter::FakeInterpreter(const ModelBuilder& model, FakeInterpreterOptions options)
    : FakeInterpreter(std::vector<const ModelBuilder*>{&model}, options) {}

FakeInterpreter::FakeInterpreter(const std::vector<const ModelBuilder*>& subgraphs,
                                 FakeInterpreterOptions options)
    : options_(options) {
  for (const ModelBuilder* builder : subgraphs) {
    subgraphs_.push_back(
        std::make_unique<FakeSubgraph>(*this, builder->subgraph(), options.preserve_all_tensors));
  }
}

abi::TfLiteStatus FakeInterpreter::ModifyGraphWithDelegate(abi::TfLiteDelegate* delegate) {
  for (const auto& subgraph : subgraphs_) {
    if (subgraph->Apply(delegate) == abi::kTfLiteOk) continue;
    for (const auto& other : subgraphs_) other->RemoveDelegates();
    AddError("Restored original execution plan after delegate application failure.");
    return abi::kTfLiteDelegateError;
  }
  delegate_ = delegate;
  return abi::kTfLiteOk;
}

void FakeInterpreter::ResizeInput(int input, const ir::Shape& dims) {
  FakeSubgraph& main = subgraph();
  main.Resize(main.model().inputs[static_cast<size_t>(input)], dims);
  if (!options_.reapplies_on_resize || delegate_ == nullptr) return;
  main.RemoveDelegates();
  main.Apply(delegate_);
}

abi::TfLiteStatus FakeInterpreter::AllocateTensors() { return subgraph().Allocate(); }

abi::TfLiteStatus FakeInterpreter::Invoke() { return subgraph().Invoke(); }

void FakeInterpreter::SetInput(int input, const std::vector<float>& values) {
  abi::TfLiteTensor& tensor = subgraph().tensor(subgraph().model().inputs[static_cast<size_t>(input)]);
  std::copy_n(values.begin(), std::min(tensor.bytes / sizeof(float), values.size()), tensor.data.f);
}

std::vector<float> FakeInterpreter::Output(int output) {
  const abi::TfLiteTensor& tensor =
      subgraph().tensor(subgraph().model().outputs[static_cast<size_t>(output)]);
  const std::span<const float> values(tensor.data.f, tensor.bytes / sizeof(float));
  return {values.begin(), values.end()};
}

ir::Shape FakeInterpreter::OutputDims(int output) {
  return ImportShape(subgraph().tensor(subgraph().model().outputs[static_cast<size_t>(output)]));
}

std::string FakeInterpreter::TakeErrors() { return std::exchange(errors_, ""); }

}  // namespace litevk::test
