#include "runtime/graph/cut_dims.h"

#include <map>
#include <vector>

#include "runtime/graph/spirv_ops.h"

namespace litevk::gpu {
namespace {

// Numbers of the SPIR-V 1.3 specification: decorations (3.20) and builtins (3.21).
constexpr uint32_t kBuiltInDecoration = 11;
constexpr uint32_t kNumWorkgroups = 24;

constexpr std::array<bool, 3> kNone = {false, false, false};
constexpr std::array<bool, 3> kAll = {true, true, true};

// Finds the components that a module's instructions take from its variable of counts.
class Reader {
 public:
  void Take(std::span<const uint32_t> words) {
    switch (spirv::OpOf(words)) {
      case spirv::kDecorate:
        if (words.size() == 4 && words[2] == kBuiltInDecoration && words[3] == kNumWorkgroups)
          variable_ = words[1];
        return;
      case spirv::kConstant:
        if (words.size() == 4) constants_[words[2]] = words[3];
        return;
      case spirv::kEntryPoint:  // lists the variable
      case spirv::kVariable:
        return;
      default:
        if (variable_ != 0) TakeUse(words);
    }
  }

  std::array<bool, 3> read() const { return read_; }

 private:
  static constexpr size_t kBase = 3;   // word of an access chain: the variable
  static constexpr size_t kIndex = 4;  // word of an access chain: the component

  void TakeUse(std::span<const uint32_t> words) {
    const bool is_chain = spirv::OpOf(words) == spirv::kAccessChain && words.size() == kIndex + 1;
    if (is_chain && words[kBase] == variable_) {
      const auto index = constants_.find(words[kIndex]);
      if (index == constants_.end() || index->second >= read_.size()) {
        read_ = kAll;
      } else {
        read_[index->second] = true;
      }
      return;
    }
    if (spirv::OpOf(words) == spirv::kLoad && words.size() > kBase && words[kBase] == variable_) read_ = kAll;
  }

  uint32_t variable_ = 0;
  std::map<uint32_t, uint32_t> constants_;
  std::array<bool, 3> read_ = kNone;
};

}  // namespace

std::array<bool, 3> CountsRead(std::span<const uint32_t> spirv) {
  if (spirv.size() < kSpirvHeaderWords) return kAll;
  Reader reader;
  for (auto rest = spirv.subspan(kSpirvHeaderWords); !rest.empty();) {
    const std::span<const uint32_t> words = TakeInstruction(rest);
    if (words.empty()) return kAll;
    reader.Take(words);
  }
  return reader.read();
}

std::array<bool, 3> CutDimsOf(const Dispatch& dispatch) {
  // Only modules of the project's own have specialization constants that the host knows.
  if (dispatch.shader->spec_ids.empty()) return kNone;
  const std::array<bool, 3> read = CountsRead(dispatch.shader->spirv.Words());
  std::array<bool, 3> result = {};
  for (size_t d = 0; d < result.size(); ++d) {
    const bool next_is_one = d + 1 < result.size() && dispatch.workgroups[d + 1] <= 1;
    result[d] = !read[d] || next_is_one;
  }
  return result;
}

}  // namespace litevk::gpu
