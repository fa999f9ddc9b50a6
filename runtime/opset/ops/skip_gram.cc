#include <cctype>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/skip_gram.h"
#include "runtime/opset/shapes/shape_check.h"
#include "runtime/tflite/strings.h"

namespace litevk {
namespace {

// Splits at whitespace. A whitespace at the very start counts as the first word's first character. Like
// TFLite's kernel, drops a word that begins with one unless it is the last.
std::vector<std::string_view> SplitWords(std::string_view text) {
  const auto is_space = [&](size_t at) { return std::isspace(static_cast<unsigned char>(text[at])) != 0; };
  std::vector<std::string_view> words;
  size_t begin = 0;
  for (size_t end = 1; end < text.size(); ++end) {
    if (!is_space(end)) continue;
    if (end > begin && !is_space(begin)) words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (begin < text.size()) words.push_back(text.substr(begin));
  return words;
}

// Infers the number of grams. Only the first string of the input counts.
Status InferSkipGram(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  if (query.inputs[0]->constness != ir::Constness::kStored) return NeedsValues("input is not a constant");
  LITEVK_ASSIGN_OR_RETURN(const std::vector<std::string_view> words, ReadWords(query.inputs[0]->data));
  constexpr size_t kMostBytes = std::numeric_limits<int32_t>::max();
  int64_t count = 0;
  size_t bytes = 0;
  for (SkipGrams grams(query.params.As<abi::TfLiteSkipGramParams>(), words.size()); !grams.chosen().empty();
       grams.Next()) {
    ++count;
    bytes += sizeof(int32_t) + JoinedSize(grams.chosen(), words);
    if (bytes <= kMostBytes) continue;
    return InvalidArgument("the grams have more than " + std::to_string(kMostBytes) +
                           " bytes, which a string tensor cannot hold");
  }
  return ir::SetOutput(query, {count});
}

void FillParams(const schema::SkipGramOptions& options, abi::TfLiteSkipGramParams& params, OptionsReader&) {
  params.ngram_size = options.ngram_size();
  params.max_skip_size = options.max_skip_size();
  params.include_all_ngrams = options.include_all_ngrams();
}

}  // namespace

Result<std::vector<std::string_view>> ReadWords(std::span<const std::byte> bytes) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<std::string_view> texts, ref::UnpackStrings(bytes));
  if (texts.empty()) return std::vector<std::string_view>();
  return SplitWords(texts[0]);
}

extern const OpInfo kOpInfo_skip_gram = {
    .op_code = abi::kTfLiteBuiltinSkipGram,
    .name = "SKIP_GRAM",
    .stem = "skip_gram",
    .versions =
        {
            {1, "1.5.0", "string"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = {kString}, .outputs = {kString}}},
    .infer_shapes = InferSkipGram,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
