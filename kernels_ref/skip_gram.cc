#include "runtime/opset/ops/skip_gram.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/tflite/strings.h"

namespace litevk::ref {
namespace {

std::string Join(const std::vector<size_t>& chosen, const std::vector<std::string_view>& words) {
  std::string text(words[chosen[0]]);
  for (size_t index = 1; index < chosen.size(); ++index) text.append(" ").append(words[chosen[index]]);
  return text;
}

Status SkipGram(const KernelArgs& args) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<std::string_view> words, ReadWords(args.inputs[0].bytes));
  auto output = args.outputs[0].strings->begin();
  for (SkipGrams grams(args.params.As<abi::TfLiteSkipGramParams>(), words.size()); !grams.chosen().empty();
       grams.Next()) {
    *output++ = Join(grams.chosen(), words);
  }
  return {};
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(skip_gram, &SkipGram)
