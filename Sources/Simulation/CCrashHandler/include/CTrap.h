#ifndef C_TRAP_H
#define C_TRAP_H

#include <stdint.h>

/// What an event loop is at; laid out as `Event` of the simulation kernel is.
struct trap_event {
  int64_t milliseconds;
  uint32_t order;
  uint16_t kind;
  uint16_t detail;
  uint32_t target;
  uint32_t payload;
};

/// Where a thread is: written by plain stores as it goes on, read when a signal ends the program.
struct trap_place {
  /// The number of the community that is lived, negative when none is.
  int64_t community;
  struct trap_event event;
};

/// The calling thread's own place, which also gives the thread a stack to tell its story on.
struct trap_place *trap_place_of_thread(void);

/// From now on a signal by which a program dies is preceded by a story: `run` says which run it
/// is, `command` how to repeat it, `kinds` what events are called, `verbs` what is done in steps. None
/// of them is ever freed.
void trap_prepare(
    const char *run, const char *command, const char *const *kinds, int32_t kind_count,
    const char *const *verbs, int32_t verb_count);

#endif
