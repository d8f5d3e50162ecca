#ifndef C_MEMORY_H
#define C_MEMORY_H

// No header of the C library is included: a module that imports this reaches its memory, and
// neither its clocks nor its files.

/// Memory as `malloc` gives it, or NULL where there is none.
static inline void *memory_take(unsigned long byte_count) {
  return __builtin_malloc(byte_count);
}

static inline void memory_give_back(void *memory) {
  __builtin_free(memory);
}

#endif
