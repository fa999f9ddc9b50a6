#include <cctype>
#include <limits>

#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/shape_check.h"
#include "runtime/tflite/strings.h"

namespace litevk::ref {
namespace {

// Whitespace ends a word. At the very start it is taken for a word's first character, and TFLite's kernel
// drops a word that begins so unless it is the last.
std::vector<std::string_view> SplitWords(std::string_view sentence) {
  const auto is_space = [&](size_t at) {
    return std::isspace(static_cast<unsigned char>(sentence[at])) != 0;
  };
  std::vector<std::string_view> words;
  size_t begin = 0;
  for (size_t end = 1; end < sentence.size(); ++end) {
    if (!is_space(end)) continue;
    if (end > begin && !is_space(begin)) words.push_back(sentence.substr(begin, end - begin));
    begin = end + 1;
  }
  if (begin < sentence.size()) words.push_back(sentence.substr(begin));
  return words;
}

// Walks over the choices of ascending words whose neighbours skip few enough: each as a list of positions,
// longer ones before the choice that they extend.
class SkipGrams {
 public:
  SkipGrams(const abi::TfLiteSkipGramParams& params, size_t words) : params_(params), words_(words) {
    const bool has_room = params.ngram_size > 0 && static_cast<size_t>(params.ngram_size) <= words;
    if (has_room && Fits(0)) chosen_.push_back(0);
    if (!chosen_.empty()) Extend();
    if (!chosen_.empty() && !IsWanted()) Next();
  }

  // Empty after the last one.
  const std::vector<size_t>& chosen() const { return chosen_; }

  void Next() {
    do {
      const size_t next = chosen_.back() + 1;
      chosen_.pop_back();
      if (Fits(next)) {
        chosen_.push_back(next);
        Extend();
      }
    } while (!chosen_.empty() && !IsWanted());
  }

 private:
  size_t Size() const { return static_cast<size_t>(params_.ngram_size); }
  bool IsWanted() const { return params_.include_all_ngrams || chosen_.size() == Size(); }

  // Whether `word` may come next. Where only full grams count, enough words must be left to complete one.
  bool Fits(size_t word) const {
    const size_t needed = params_.include_all_ngrams ? 1 : Size() - chosen_.size();
    if (word + needed > words_) return false;
    if (chosen_.empty()) return true;
    const auto skipped = static_cast<int64_t>(word - chosen_.back() - 1);
    return skipped <= params_.max_skip_size;
  }

  void Extend() {
    while (chosen_.size() < Size() && Fits(chosen_.back() + 1)) chosen_.push_back(chosen_.back() + 1);
  }

  const abi::TfLiteSkipGramParams& params_;
  size_t words_;
  std::vector<size_t> chosen_;
};

Result<std::vector<std::string_view>> ReadWords(std::span<const std::byte> bytes) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<std::string_view> sentences, UnpackStrings(bytes));
  if (sentences.empty()) return std::vector<std::string_view>();
  return SplitWords(sentences[0]);
}

size_t JoinedSize(const std::vector<size_t>& chosen, const std::vector<std::string_view>& words) {
  size_t size = chosen.size() - 1;
  for (const size_t word : chosen) size += words[word].size();
  return size;
}

std::string Join(const std::vector<size_t>& chosen, const std::vector<std::string_view>& words) {
  std::string text(words[chosen[0]]);
  for (size_t index = 1; index < chosen.size(); ++index) text.append(" ").append(words[chosen[index]]);
  return text;
}

// Only the first string of the input counts.
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

const KernelRow kKernelRow_skip_gram = {
    .op_code = abi::kTfLiteBuiltinSkipGram,
    .params_bytes = sizeof(abi::TfLiteSkipGramParams),
    .types = {{.inputs = {kString}, .outputs = {kString}}},
    .infer_shapes = InferSkipGram,
    .run = &SkipGram,
};

}  // namespace litevk::ref
