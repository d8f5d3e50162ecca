// Reports where a run was when a signal ended it.
//
// A signal handler may interrupt anything, such as the allocator or the Swift runtime, so it may
// call hardly any function: this file reads memory that was prepared before, and calls write.

#include "ThreadSlots.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static const struct {
  int number;
  const char *name;
} signals[] = {
    {SIGILL, "SIGILL (a broken invariant)"},
    {SIGTRAP, "SIGTRAP (a broken invariant)"},
    {SIGSEGV, "SIGSEGV (a bad address, or a stack overflow)"},
    {SIGBUS, "SIGBUS (a bad address)"},
    {SIGFPE, "SIGFPE (an arithmetic error)"},
    {SIGABRT, "SIGABRT (aborted)"},
};
enum { SIGNAL_COUNT = sizeof signals / sizeof signals[0] };

static struct sigaction previous[SIGNAL_COUNT];
static const char *run;
static const char *command;
static const char *const *kinds;
static int32_t kind_count;
static const char *const *step_kinds;
static int32_t step_kind_count;
static int is_reported;
static int is_terminal;

// MARK: Writing

static char text[512];
static size_t used;

static void flush(void) {
  for (size_t done = 0; done < used;) {
    ssize_t count = write(STDERR_FILENO, text + done, used - done);
    if (count < 0 && errno != EINTR) break;
    if (count > 0) done += (size_t)count;
  }
  used = 0;
}

static void put(const char *words) {
  for (; *words; words++) {
    if (used == sizeof text) flush();
    text[used++] = *words;
  }
}

/// A number with at least so many digits.
static void put_number(int64_t number, int digits) {
  char reversed[24];
  int count = 0;
  uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
  for (; rest > 0 || count < digits; rest /= 10) reversed[count++] = (char)('0' + rest % 10);
  if (number < 0) put("-");
  while (count > 0) {
    char digit[2] = {reversed[--count], 0};
    put(digit);
  }
}

/// An instant in ISO 8601, for years of four digits.
static void put_time(int64_t milliseconds) {
  const int64_t day_length = 86400000;
  int64_t day = milliseconds / day_length;
  if (milliseconds % day_length < 0) day--;
  int64_t left = milliseconds - day * day_length;
  // Counted from 0000-03-01, a leap day is the last of its year, and years repeat after 400.
  int64_t since = day + 719468;
  int64_t era = (since >= 0 ? since : since - 146096) / 146097;
  int64_t of_era = since - era * 146097;
  int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
  int64_t march_month = (5 * of_year + 2) / 153;
  int64_t month = march_month < 10 ? march_month + 3 : march_month - 9;
  put_number(year + era * 400 + (month <= 2), 4);
  put("-");
  put_number(month, 2);
  put("-");
  put_number(of_year - (153 * march_month + 2) / 5 + 1, 2);
  put("T");
  put_number(left / 3600000, 2);
  put(":");
  put_number(left / 60000 % 60, 2);
  put(":");
  put_number(left / 1000 % 60, 2);
  put(".");
  put_number(left % 1000, 3);
  put("Z");
}

/// The kind of an event that is a step; its name is in target and payload.
enum { STEP_EVENT = 0x7FFF };

/// A step's name as plans write it.
static void put_step(uint32_t high, uint32_t low) {
  uint64_t name = (uint64_t)high << 32 | low;
  int session = name >> 24 & 15, verb = name >> 16 & 255;
  put(session == 15 ? "h" : "p");
  put_number(name >> 40, 1);
  put("/d");
  put_number(name >> 28 & 0xFFF, 1);
  put("/");
  if (session == 14) put("self/");
  if (session < 14) {
    put("s");
    put_number(session, 1);
    put("/");
  }
  put(verb < step_kind_count ? step_kinds[verb] : "?");
  int place = name >> 10 & 63, number = name & 1023;
  if (place || number) {
    put("/");
    put_number(place, 1);
  }
  if (number) {
    put("/");
    put_number(number, 1);
  }
}

static void put_position(const struct crash_position *place) {
  put("At ");
  put_time(place->event.milliseconds);
  put(" in community ");
  put_number(place->community, 1);
  if (place->event.kind == STEP_EVENT) {
    put(", step ");
    put_step(place->event.target, place->event.payload);
  } else if (place->event.kind < kind_count) {
    put(", event ");
    put_number(place->event.order, 1);
    put(" there (");
    put(kinds[place->event.kind]);
    put(" ");
    put_number(place->event.target, 1);
    put(")");
  }
  put(".\n");
}

/// The position of the thread that received the signal; if it runs no community, as with a signal
/// from outside, the positions of all threads that do.
static void put_positions(void) {
  struct thread_slot *mine = slot_mine();
  if (mine && mine->seen.community >= 0) {
    put_position(&mine->seen);
    return;
  }
  for (struct thread_slot *place = slots_first(); place; place = place->next) {
    if (place->seen.community >= 0) put_position(&place->seen);
  }
}

// MARK: Handling

/// Lets the signal end the program, as it would have done without this handler.
static void end(int number, const siginfo_t *information, int index) {
  struct sigaction plain = {.sa_handler = SIG_DFL};
  // A backtrace handler helps with faults of the program, but would delay a signal from outside.
  int is_from_outside = information->si_code == SI_USER;
  sigaction(number, is_from_outside ? &plain : &previous[index], NULL);
  // A fault repeats as soon as this returns; a signal that was sent, and a trap instruction, do not.
  int happens_again = information->si_code > 0 && number != SIGTRAP;
  if (!happens_again) raise(number);
}

static void report(int number, siginfo_t *information, void *context) {
  (void)context;
  int index = 0;
  while (signals[index].number != number) index++;
  // If two threads receive a signal at once, the second waits until the first ends the program.
  if (__atomic_exchange_n(&is_reported, 1, __ATOMIC_ACQ_REL)) {
    sleep(5);
    end(number, information, index);
    return;
  }
  // The cursor of a terminal may be in the middle of a progress line.
  if (is_terminal) put("\n");
  put("Stopped by ");
  put(signals[index].name);
  put(": ");
  put(run);
  put(".\n");
  put_positions();
  put("Reproduce with: ");
  put(command);
  put("\n");
  flush();
  end(number, information, index);
}

void crash_handler_install(
    const char *new_run, const char *new_command, const char *const *new_kinds,
    int32_t new_count, const char *const *new_step_kinds, int32_t new_step_kind_count) {
  run = new_run;
  command = new_command;
  kinds = new_kinds;
  kind_count = new_count;
  step_kinds = new_step_kinds;
  step_kind_count = new_step_kind_count;
  is_terminal = isatty(STDERR_FILENO);
  crash_position_of_thread();
  struct sigaction action = {.sa_sigaction = report, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  sigset_t handled;
  sigemptyset(&handled);
  for (int index = 0; index < SIGNAL_COUNT; index++) {
    struct sigaction found;
    sigaction(signals[index].number, NULL, &found);
    // A signal that the program ignores does not end it, so there is nothing to report.
    if (found.sa_handler == SIG_IGN || found.sa_sigaction == report) continue;
    previous[index] = found;
    sigaction(signals[index].number, &action, NULL);
    sigaddset(&handled, signals[index].number);
  }
  // A process inherits the blocked signals of the thread that started it.
  pthread_sigmask(SIG_UNBLOCK, &handled, NULL);
}
