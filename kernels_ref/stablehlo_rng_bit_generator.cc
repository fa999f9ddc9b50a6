// Random words from counters: Philox4x32 with 10 rounds and Threefry2x32 with 20. See J. Salmon, M. Moraes,
// R. Dror and D. Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011. The first integer of the state is
// the key, the second the low half of the counter. For Philox, the high half is the third integer or, if
// there is none, the key.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "kernels_ref/support/kernel_row.h"
#include "runtime/base/philox.h"

namespace litevk::ref {
namespace {

std::array<uint32_t, 2> Threefry(PhiloxKey key, std::array<uint32_t, 2> counter) {
  constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const uint32_t keys[3] = {key[0], key[1], key[0] ^ key[1] ^ 0x1BD11BDA};
  std::array<uint32_t, 2> words = {counter[0] + keys[0], counter[1] + keys[1]};
  for (uint32_t group = 0; group < 5; ++group) {
    for (const int rotation : kRotations[group % 2]) {
      words[0] += words[1];
      words[1] = std::rotl(words[1], rotation) ^ words[0];
    }
    words[0] += keys[(group + 1) % 3];
    words[1] += keys[(group + 2) % 3] + group + 1;
  }
  return words;
}

// Fills the output with the words that `generate` computes from the key and a counter. The counter's low half
// increases by one each time. Returns the next counter.
template <size_t kWords, typename Generate>
std::array<uint32_t, kWords> Fill(std::span<std::byte> output, PhiloxKey key,
                                  std::array<uint32_t, kWords> counter, Generate generate) {
  while (!output.empty()) {
    const auto words = generate(key, counter);
    const size_t bytes = std::min(output.size(), sizeof(words));
    std::memcpy(output.data(), words.data(), bytes);
    output = output.subspan(bytes);
    if (++counter[0] == 0) ++counter[1];
  }
  return counter;
}

Status RngBitGenerator(const KernelArgs& args) {
  const auto* state = args.inputs[0].data<uint32_t>();
  auto* next = args.outputs[0].data<uint32_t>();
  std::ranges::copy(args.inputs[0].bytes, args.outputs[0].bytes.begin());
  const PhiloxKey key = {state[0], state[1]};
  const std::span<std::byte> output = args.outputs[1].bytes;
  if (args.params.As<abi::TfLiteStablehloRngBitGeneratorParams>().algorithm ==
      abi::kTfLiteRngAlgorithmThreefry) {
    const auto counter = Fill(output, key, std::array<uint32_t, 2>{state[2], state[3]}, &Threefry);
    std::ranges::copy(counter, next + 2);
    return {};
  }
  const uint32_t* high = args.inputs[0].dims()[0] == 3 ? state + 4 : state;
  const auto counter = Fill(output, key, PhiloxNumbers{state[2], state[3], high[0], high[1]}, &PhiloxOf);
  std::copy_n(counter.begin(), 2, next + 2);
  return {};
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(stablehlo_rng_bit_generator, &RngBitGenerator)
