#ifndef C_CRASH_HANDLER_H
#define C_CRASH_HANDLER_H

#include <stdint.h>

/// The current event of an event loop, with the layout of `ScheduledEvent`.
struct crash_event {
  int64_t milliseconds;
  uint32_t order;
  uint16_t kind;
  uint16_t detail;
  uint32_t target;
  uint32_t payload;
};

/// The position of a thread: written by plain stores, read when a signal ends the program.
struct crash_position {
  /// The number of the running community, negative for none.
  int64_t community;
  struct crash_event event;
};

/// The calling thread's position; the first call also gives the thread a stack for the handler.
struct crash_position *crash_position_of_thread(void);

/// Prints a crash report before a signal ends the program: `run` names the run, `command`
/// reproduces it, and `kinds` and `step_kinds` are the names of events and of steps. They must
/// never be freed.
void crash_handler_install(
    const char *run, const char *command, const char *const *kinds, int32_t kind_count,
    const char *const *step_kinds, int32_t step_kind_count);

#endif
