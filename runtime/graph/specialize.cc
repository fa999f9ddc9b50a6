#include "runtime/graph/specialize.h"

#include <cassert>
#include <optional>
#include <unordered_map>
#include <utility>

#include "runtime/graph/live_code.h"
#include "runtime/graph/spirv_ops.h"

namespace litevk::gpu {
namespace {

using namespace spirv;  // NOLINT: the numbers of instructions

// Number of a decoration (SPIR-V 1.3 specification, 3.20).
constexpr uint32_t kSpecIdDecoration = 1;

// Traverses a module once: constants are defined before their uses.
class Specializer {
 public:
  Specializer(const ShaderInfo& shader, std::span<const uint32_t> spec) {
    assert(shader.spec_ids.size() == spec.size());
    for (size_t i = 0; i < spec.size(); ++i) by_spec_id_[shader.spec_ids[i]] = spec[i];
    const std::vector<uint32_t> module = shader.spirv.Words();
    if (module.size() < kSpirvHeaderWords) return;
    out_.reserve(module.size());
    out_.assign(module.begin(), module.begin() + kSpirvHeaderWords);
    for (auto rest = std::span(module).subspan(kSpirvHeaderWords); !rest.empty();) {
      const std::span<const uint32_t> instruction = TakeInstruction(rest);
      if (instruction.empty()) return;
      Take(instruction);
    }
  }

  std::vector<uint32_t> Finish() { return std::move(out_); }

 private:
  void Take(std::span<const uint32_t> words) {
    switch (words[0] & 0xFFFF) {
      case kDecorate:
        if (words[2] != kSpecIdDecoration) return Keep(words);
        if (const auto value = by_spec_id_.find(words[3]); value != by_spec_id_.end()) {
          given_[words[1]] = value->second;
        }
        return;
      case kTypeBool:
        bool_type_ = words[1];
        return Keep(words);
      case kConstantTrue:
        values_[words[2]] = 1;
        return Keep(words);
      case kConstantFalse:
        values_[words[2]] = 0;
        return Keep(words);
      case kConstant:
        if (words.size() == 4) values_[words[2]] = words[3];
        return Keep(words);
      case kSpecConstantTrue:
        return Define(words, ValueOf(words[2], 1));
      case kSpecConstantFalse:
        return Define(words, ValueOf(words[2], 0));
      case kSpecConstant:
        return Define(words, ValueOf(words[2], words[3]));
      case kSpecConstantComposite:
        composites_[words[2]] = {words.begin() + 3, words.end()};
        Keep(words);
        out_[out_.size() - words.size()] = Head(kConstantComposite, words.size());
        return;
      case kSpecConstantOp:
        return Fold(words);
      default:
        return Keep(words);
    }
  }

  void Keep(std::span<const uint32_t> words) { out_.insert(out_.end(), words.begin(), words.end()); }

  uint32_t ValueOf(uint32_t id, uint32_t otherwise) const {
    const auto given = given_.find(id);
    return given == given_.end() ? otherwise : given->second;
  }

  // Emits a constant in place of an instruction with that type and result.
  void Define(std::span<const uint32_t> words, uint32_t value) {
    values_[words[2]] = value;
    if (words[1] == bool_type_) {
      out_.insert(out_.end(), {Head(value != 0 ? kConstantTrue : kConstantFalse, 3), words[1], words[2]});
    } else {
      out_.insert(out_.end(), {Head(kConstant, 4), words[1], words[2], value});
    }
  }

  // An instruction that cannot be computed here stays. Its operands are constants now, so that drivers can
  // compute it.
  void Fold(std::span<const uint32_t> words) {
    const std::optional<uint32_t> value = Evaluate(words[3], words.subspan(4));
    if (!value) return Keep(words);
    Define(words, *value);
  }

  std::optional<uint32_t> Evaluate(uint32_t op, std::span<const uint32_t> operands) const {
    if (op == kCompositeExtract) {
      const auto composite = composites_.find(operands[0]);
      if (composite == composites_.end() || operands.size() != 2) return std::nullopt;
      return Known(composite->second[operands[1]]);
    }
    std::vector<uint32_t> values;
    for (const uint32_t operand : operands) {
      const std::optional<uint32_t> value = Known(operand);
      if (!value) return std::nullopt;
      values.push_back(*value);
    }
    return Compute(op, values);
  }

  std::optional<uint32_t> Known(uint32_t id) const {
    const auto value = values_.find(id);
    if (value == values_.end()) return std::nullopt;
    return value->second;
  }

  std::unordered_map<uint32_t, uint32_t> by_spec_id_;
  std::unordered_map<uint32_t, uint32_t> given_;   // values from the host, by result id
  std::unordered_map<uint32_t, uint32_t> values_;  // 32-bit scalars and booleans, by result id
  std::unordered_map<uint32_t, std::vector<uint32_t>> composites_;
  uint32_t bool_type_ = 0;
  std::vector<uint32_t> out_;
};

}  // namespace

std::vector<uint32_t> Specialize(const ShaderInfo& shader, std::span<const uint32_t> spec) {
  return KeepLiveCode(Specializer(shader, spec).Finish());
}

size_t CountInstructions(std::span<const uint32_t> module) {
  size_t count = 0;
  auto rest = module.subspan(std::min(kSpirvHeaderWords, module.size()));
  while (!rest.empty() && !TakeInstruction(rest).empty()) ++count;
  return count;
}

}  // namespace litevk::gpu
