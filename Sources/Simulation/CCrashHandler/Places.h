#ifndef PLACES_H
#define PLACES_H

#include "include/CTrap.h"

/// A thread's place, and the stack on which its signals are handled: its own may be full.
struct place {
  struct trap_place seen;
  struct place *next;
  int is_taken;
  _Alignas(16) char stack[64 << 10];
};

/// The list of all places, and the calling thread's own or null. Both may be asked at any time.
struct place *places_first(void);
struct place *places_mine(void);

#endif
