#include "runtime/graph/spirv_constants.h"

namespace litevk::gpu::spirv {

void Constants::Read(Words words) {
  switch (OpOf(words)) {
    case kTypeBool:
      bool_type_ = words[1];
      return;
    case kTypeInt:
      if (words[2] == 32) word_types_.insert(words[1]);
      return;
    case kConstantTrue:
      return Keep(words[1], words[2], 1);
    case kConstantFalse:
      return Keep(words[1], words[2], 0);
    case kConstant:
      if (word_types_.contains(words[1])) return Keep(words[1], words[2], words[3]);
      others_.emplace(words[2], Words());
      return;
    case kConstantComposite:
      others_.emplace(words[2], words);
      return;
    default:
      return;
  }
}

void Constants::Keep(uint32_t type, uint32_t id, uint32_t value) {
  values_[id] = value;
  by_value_.emplace(std::pair(type, value), id);
}

std::optional<uint32_t> Constants::ValueOf(uint32_t id) const {
  const auto found = values_.find(id);
  return found == values_.end() ? std::nullopt : std::optional(found->second);
}

uint32_t Constants::ElementOf(uint32_t id, uint32_t index) const {
  const auto found = others_.find(id);
  return found == others_.end() || index + 3 >= found->second.size() ? 0 : found->second[index + 3];
}

uint32_t Constants::Make(uint32_t type, uint32_t value) {
  if (const auto found = by_value_.find({type, value}); found != by_value_.end()) return found->second;
  const uint32_t id = NewId();
  if (type == bool_type_) {
    added_.insert(added_.end(), {Head(value != 0 ? kConstantTrue : kConstantFalse, 3), type, id});
  } else {
    added_.insert(added_.end(), {Head(kConstant, 4), type, id, value});
  }
  Keep(type, id, value);
  return id;
}

uint32_t Constants::Undefined(uint32_t type) {
  const auto [found, is_new] = undefined_.try_emplace(type, bound_);
  if (is_new) added_.insert(added_.end(), {Head(kUndef, 3), type, NewId()});
  return found->second;
}

}  // namespace litevk::gpu::spirv
