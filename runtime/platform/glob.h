// Patterns of names, as shells have them.
#pragma once

#include <string>

namespace litevk {

enum class LetterCase { kMatters, kIgnored };

// True if all of the name matches the pattern: * for any characters, ? for one, [a-z] for one of these.
bool MatchesGlob(const std::string& pattern, const std::string& name,
                 LetterCase letter_case = LetterCase::kMatters);

}  // namespace litevk
