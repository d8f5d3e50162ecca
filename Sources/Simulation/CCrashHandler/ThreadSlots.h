#ifndef THREAD_SLOTS_H
#define THREAD_SLOTS_H

#include "include/CCrashHandler.h"

/// A thread's position, and the stack of its signal handler: the thread's own may be full.
struct thread_slot {
  struct crash_position seen;
  struct thread_slot *next;
  int is_taken;
  _Alignas(16) char stack[64 << 10];
};

/// The list of all slots, and the calling thread's own or null. Both may be called at any time.
struct thread_slot *slots_first(void);
struct thread_slot *slot_mine(void);

#endif
