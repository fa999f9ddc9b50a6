// The words of SKIP_GRAM's input and their combinations.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

// Enumerates the ascending lists of word positions whose neighbours skip at most max_skip_size words. Longer
// lists come before the list that they extend.
class SkipGrams {
 public:
  SkipGrams(const abi::TfLiteSkipGramParams& params, size_t words) : params_(params), words_(words) {
    const bool has_room = params.ngram_size > 0 && static_cast<size_t>(params.ngram_size) <= words;
    if (has_room && Fits(0)) chosen_.push_back(0);
    if (!chosen_.empty()) Extend();
    if (!chosen_.empty() && !IsWanted()) Next();
  }

  // Returns the current list; empty after the last one.
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

  // True if `word` may come next. If only full grams count, enough words must be left to complete one.
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

inline size_t JoinedSize(const std::vector<size_t>& chosen, const std::vector<std::string_view>& words) {
  size_t size = chosen.size() - 1;
  for (const size_t word : chosen) size += words[word].size();
  return size;
}

Result<std::vector<std::string_view>> ReadWords(std::span<const std::byte> bytes);

}  // namespace litevk
