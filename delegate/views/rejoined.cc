#include "delegate/views/rejoined.h"

#include <algorithm>

namespace litevk {
namespace {

// Returns the place of the base that puts its part at `part`; none if its other parts could not lie beside.
StridedView ViewOfBase(const StridedView& part, const CutPart& cut) {
  if (!part.exists() || !cut.rows.exists() || part.offset < cut.rows.offset) return {};
  const int64_t offset = part.offset - cut.rows.offset;
  const bool is_block = part.row == cut.elements && cut.rows.row == cut.elements;
  const StridedView base =
      is_block ? BlockAt(cut.base_elements, offset) : RowsAt(cut.rows.pitch, part.pitch, offset);
  return Compose(cut.rows, cut.elements, base) == part ? base : StridedView();
}

}  // namespace

// Finds the bases. Parts of a join do not overlap, so parts with as many elements as the base are all of it.
std::vector<Rejoined> FindRejoined(const std::vector<StridedView>& parts,
                                   const std::vector<std::optional<CutPart>>& cuts) {
  std::vector<Rejoined> found;
  std::vector<int64_t> missing;  // missing elements of each base
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!cuts[i]) continue;
    const CutPart& cut = *cuts[i];
    const StridedView rows = ViewOfBase(parts[i], cut);
    if (!rows.exists()) continue;
    auto same = std::ranges::find_if(
        found, [&](const Rejoined& other) { return other.base == cut.base && other.rows == rows; });
    if (same == found.end()) {
      same = found.insert(found.end(), {.base = cut.base, .rows = rows});
      missing.push_back(cut.base_elements);
    }
    same->parts.push_back(static_cast<int>(i));
    missing[static_cast<size_t>(same - found.begin())] -= cut.elements;
  }
  std::erase_if(
      found, [&](const Rejoined& base) { return missing[static_cast<size_t>(&base - found.data())] != 0; });
  return found;
}

}  // namespace litevk
