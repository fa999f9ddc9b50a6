#include "runtime/graph/module_types.h"

#include <algorithm>

namespace litevk::gpu {
namespace {

// Opcodes and decorations' numbers (SPIR-V 1.3 specification, 3.32 and 3.21).
enum Op : uint32_t {
  kTypeBool = 20,
  kTypeInt = 21,
  kTypeFloat = 22,
  kTypeVector = 23,
  kTypeMatrix = 24,
  kTypeArray = 28,
  kTypeStruct = 30,
  kTypePointer = 32,
  kConstant = 43,
  kConstantComposite = 44,
  kSpecConstant = 50,
  kSpecConstantComposite = 51,
  kDecorate = 71,
  kMemberDecorate = 72,
};
constexpr uint32_t kWorkgroupSizeBuiltIn = 25;

uint64_t KeyOf(uint32_t id, uint32_t decoration) { return uint64_t{id} << 32 | decoration; }
uint64_t KeyOf(uint32_t id, Decoration what) { return KeyOf(id, static_cast<uint32_t>(what)); }

template <typename Map, typename Key>
auto ValueIn(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

void ModuleTypes::Take(std::span<const uint32_t> words) {
  const uint32_t op = words[0] & 0xFFFF;
  switch (op) {
    case kConstant:
    case kSpecConstant:
      constants_[WordAt(words, 2)] = WordAt(words, 3);
      break;
    case kConstantComposite:
    case kSpecConstantComposite:
      if (words.size() > 3) composites_[words[2]] = {words.begin() + 3, words.end()};
      break;
    case kDecorate:
      decorations_[KeyOf(WordAt(words, 1), WordAt(words, 2))] = WordAt(words, 3);
      if (WordAt(words, 2) == static_cast<uint32_t>(Decoration::kBuiltIn) &&
          WordAt(words, 3) == kWorkgroupSizeBuiltIn) {
        workgroup_size_ = WordAt(words, 1);
      }
      break;
    case kMemberDecorate:
      member_decorations_[KeyOf(WordAt(words, 1), WordAt(words, 3))][WordAt(words, 2)] = WordAt(words, 4);
      break;
    default:
      TakeType(op, words);
      break;
  }
}

void ModuleTypes::TakeType(uint32_t op, std::span<const uint32_t> words) {
  const uint32_t id = WordAt(words, 1);
  const auto members = words.subspan(std::min<size_t>(2, words.size()));
  switch (op) {
    case kTypeBool:
      sizes_[id] = 4;
      break;
    case kTypeInt:
    case kTypeFloat:
      sizes_[id] = WordAt(words, 2) / 8;
      break;
    case kTypeMatrix:
      columns_[id] = WordAt(words, 3);
      sizes_[id] = SizeOf(WordAt(words, 2)) * WordAt(words, 3);
      break;
    case kTypeVector:
      sizes_[id] = SizeOf(WordAt(words, 2)) * WordAt(words, 3);
      break;
    case kTypeArray:
      sizes_[id] = Find(id, Decoration::kArrayStride).value_or(SizeOf(WordAt(words, 2))) *
                   ConstantOf(WordAt(words, 3));
      break;
    case kTypeStruct:
      sizes_[id] = StructSize(id, members);
      members_[id] = members.size();
      break;
    case kTypePointer:
      pointees_[id] = WordAt(words, 3);
      break;
    default:
      break;
  }
}

// Returns the end of the last member. A struct of shared memory has no offsets, so the sizes of its members
// are added.
uint32_t ModuleTypes::StructSize(uint32_t id, std::span<const uint32_t> members) const {
  uint32_t end = 0;
  for (uint32_t i = 0; i < members.size(); ++i) {
    const auto offset = FindOfMember(id, i, Decoration::kOffset);
    const auto stride = FindOfMember(id, i, Decoration::kMatrixStride);
    const auto columns = ValueIn(columns_, members[i]);
    const uint32_t size = stride && columns ? *stride * *columns : SizeOf(members[i]);
    end = std::max(end, offset.value_or(end) + size);
  }
  return end;
}

uint32_t ModuleTypes::Pointee(uint32_t pointer) const { return ValueIn(pointees_, pointer).value_or(0); }

uint32_t ModuleTypes::SizeOf(uint32_t type) const { return ValueIn(sizes_, type).value_or(0); }

uint32_t ModuleTypes::ConstantOf(uint32_t id) const { return ValueIn(constants_, id).value_or(0); }

std::optional<uint32_t> ModuleTypes::Find(uint32_t id, Decoration what) const {
  return ValueIn(decorations_, KeyOf(id, what));
}

std::optional<uint32_t> ModuleTypes::FindOfMember(uint32_t id, uint32_t member, Decoration what) const {
  const auto members = member_decorations_.find(KeyOf(id, what));
  return members == member_decorations_.end() ? std::nullopt : ValueIn(members->second, member);
}

bool ModuleTypes::IsReadonly(uint32_t variable, uint32_t type) const {
  if (Find(variable, Decoration::kNonWritable)) return true;
  const auto readonly = member_decorations_.find(KeyOf(type, Decoration::kNonWritable));
  return readonly != member_decorations_.end() && readonly->second.size() == ValueIn(members_, type);
}

std::optional<std::array<uint32_t, 3>> ModuleTypes::WorkgroupSize() const {
  const auto parts = composites_.find(workgroup_size_);
  if (workgroup_size_ == 0 || parts == composites_.end()) return std::nullopt;
  std::array<uint32_t, 3> size = {};
  for (size_t i = 0; i < size.size(); ++i) size[i] = ConstantOf(WordAt(parts->second, i));
  return size;
}

}  // namespace litevk::gpu
