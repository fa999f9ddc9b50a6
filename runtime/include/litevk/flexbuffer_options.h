/* Reads the options of a custom operator in C: converters write them as a FlexBuffers map from names to
 * numbers. The functions return false, and leave `value` alone, where there is no such key, where its value
 * has another kind, or where the bytes are no well-formed map. They never read outside `bytes`.
 *
 *   double offset = 0;
 *   LitevkOptionDouble(buffer, length, "offset", &offset);
 *
 * In C++, flatbuffers/flexbuffers.h reads every kind of value.
 */
#ifndef LITEVK_FLEXBUFFER_OPTIONS_H_
#define LITEVK_FLEXBUFFER_OPTIONS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* NOLINTBEGIN(modernize-use-nullptr): C has no nullptr. */
#ifdef __cplusplus
extern "C" {
#endif

/* A place in the buffer, or outside of it. Offsets in a FlexBuffer point back from where they stand. */
typedef struct LitevkFlexBytes {
  const uint8_t* bytes;
  size_t size;
} LitevkFlexBytes;

/* Types of values, as the format numbers them. */
enum {
  kLitevkFlexInt = 1,
  kLitevkFlexUInt = 2,
  kLitevkFlexFloat = 3,
  kLitevkFlexIndirectInt = 6,
  kLitevkFlexIndirectUInt = 7,
  kLitevkFlexIndirectFloat = 8,
  kLitevkFlexMap = 9,
  kLitevkFlexBool = 26
};

/* A value of the map: where it is stored, in how many bytes, and as what. */
typedef struct LitevkFlexValue {
  size_t at;
  unsigned width;
  int type;
} LitevkFlexValue;

static inline bool LitevkFlexHas(LitevkFlexBytes flex, size_t at, size_t count) {
  return at <= flex.size && count <= flex.size - at;
}

/* A little-endian number of 1, 2, 4 or 8 bytes. */
static inline bool LitevkFlexRead(LitevkFlexBytes flex, size_t at, unsigned width, uint64_t* value) {
  uint64_t result = 0;
  unsigned i = 0;
  if (width == 0 || width > 8 || !LitevkFlexHas(flex, at, width)) return false;
  for (i = 0; i < width; ++i) result |= (uint64_t)flex.bytes[at + i] << (8 * i);
  *value = result;
  return true;
}

/* Where the offset at `at` points to. */
static inline bool LitevkFlexFollow(LitevkFlexBytes flex, size_t at, unsigned width, size_t* target) {
  uint64_t offset = 0;
  if (!LitevkFlexRead(flex, at, width, &offset) || offset > at) return false;
  *target = at - (size_t)offset;
  return true;
}

static inline bool LitevkFlexKeyIs(LitevkFlexBytes flex, size_t at, const char* key) {
  const size_t count = strlen(key) + 1;
  return LitevkFlexHas(flex, at, count) && memcmp(flex.bytes + at, key, count) == 0;
}

/* The map at `map`: before it lie the place of the keys, the width of theirs, and its size; after its values
 * the type of each. */
static inline bool LitevkFlexFindInMap(LitevkFlexBytes flex, size_t map, unsigned width, const char* key,
                                       LitevkFlexValue* value) {
  uint64_t count = 0;
  uint64_t key_width = 0;
  size_t keys = 0;
  uint64_t i = 0;
  if (map < 3u * (size_t)width || map > flex.size) return false;
  if (!LitevkFlexRead(flex, map - width, width, &count)) return false;
  if (!LitevkFlexRead(flex, map - 2u * (size_t)width, width, &key_width) || key_width > 8) return false;
  if (!LitevkFlexFollow(flex, map - 3u * (size_t)width, width, &keys)) return false;
  if (count > flex.size / ((size_t)width + 1)) return false;
  for (i = 0; i < count; ++i) {
    size_t name = 0;
    const size_t type_at = map + (size_t)count * width + (size_t)i;
    if (!LitevkFlexFollow(flex, keys + (size_t)(i * key_width), (unsigned)key_width, &name)) return false;
    if (!LitevkFlexKeyIs(flex, name, key)) continue;
    if (!LitevkFlexHas(flex, type_at, 1)) return false;
    value->at = map + (size_t)i * width;
    value->width = width;
    value->type = flex.bytes[type_at] >> 2;
    if (value->type >= kLitevkFlexIndirectInt && value->type <= kLitevkFlexIndirectFloat) {
      if (!LitevkFlexFollow(flex, value->at, width, &value->at)) return false;
      value->width = 1u << (flex.bytes[type_at] & 3);
      value->type -= kLitevkFlexIndirectInt - kLitevkFlexInt;
    }
    return true;
  }
  return false;
}

/* The last byte of a buffer is the width of its root, the one before it the root's type. */
static inline bool LitevkFlexFind(const void* bytes, size_t size, const char* key, LitevkFlexValue* value) {
  const LitevkFlexBytes flex = {(const uint8_t*)bytes, size};
  unsigned root_width = 0;
  size_t map = 0;
  uint8_t type = 0;
  if (bytes == NULL || size < 3) return false;
  root_width = flex.bytes[size - 1];
  type = flex.bytes[size - 2];
  if (type >> 2 != kLitevkFlexMap || root_width > 8 || size - 2 < root_width) return false;
  if (!LitevkFlexFollow(flex, size - 2 - root_width, root_width, &map)) return false;
  return LitevkFlexFindInMap(flex, map, 1u << (type & 3), key, value);
}

/* Integers and booleans. */
static inline bool LitevkOptionInt64(const void* bytes, size_t size, const char* key, int64_t* value) {
  const LitevkFlexBytes flex = {(const uint8_t*)bytes, size};
  LitevkFlexValue found = {0, 0, 0};
  uint64_t raw = 0;
  if (!LitevkFlexFind(bytes, size, key, &found)) return false;
  if (!LitevkFlexRead(flex, found.at, found.width, &raw)) return false;
  if (found.type == kLitevkFlexInt && found.width < 8 && (raw >> (8 * found.width - 1)) != 0) {
    raw |= UINT64_MAX << (8 * found.width); /* the sign */
  }
  if (found.type == kLitevkFlexUInt && raw > INT64_MAX) return false;
  if (found.type != kLitevkFlexInt && found.type != kLitevkFlexUInt && found.type != kLitevkFlexBool) {
    return false;
  }
  memcpy(value, &raw, sizeof(*value));
  return true;
}

/* Numbers of any kind. */
static inline bool LitevkOptionDouble(const void* bytes, size_t size, const char* key, double* value) {
  const LitevkFlexBytes flex = {(const uint8_t*)bytes, size};
  LitevkFlexValue found = {0, 0, 0};
  uint64_t raw = 0;
  int64_t integer = 0;
  if (!LitevkFlexFind(bytes, size, key, &found)) return false;
  if (found.type != kLitevkFlexFloat) {
    if (!LitevkOptionInt64(bytes, size, key, &integer)) return false;
    *value = (double)integer;
    return true;
  }
  if (!LitevkFlexRead(flex, found.at, found.width, &raw)) return false;
  if (found.width == sizeof(float)) {
    const uint32_t bits = (uint32_t)raw;
    float single = 0;
    memcpy(&single, &bits, sizeof(single));
    *value = (double)single;
    return true;
  }
  if (found.width != sizeof(double)) return false;
  memcpy(value, &raw, sizeof(*value));
  return true;
}

#ifdef __cplusplus
}
#endif

/* NOLINTEND(modernize-use-nullptr) */

#endif /* LITEVK_FLEXBUFFER_OPTIONS_H_ */
