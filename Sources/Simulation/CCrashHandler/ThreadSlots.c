// The slots of threads, in a list that only grows; a thread that ends leaves its slot to another.

#include "ThreadSlots.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static struct thread_slot *slots;
static _Thread_local struct thread_slot *mine;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void leave(void *left) {
  struct thread_slot *place = left;
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  place->seen.community = -1;
  mine = NULL;
  __atomic_store_n(&place->is_taken, 0, __ATOMIC_RELEASE);
}

static void make_key(void) {
  if (pthread_key_create(&key, leave) != 0) abort();
}

static struct thread_slot *free_slot(void) {
  for (struct thread_slot *place = slots_first(); place; place = place->next) {
    if (!__atomic_exchange_n(&place->is_taken, 1, __ATOMIC_ACQUIRE)) return place;
  }
  struct thread_slot *place = calloc(1, sizeof *place);
  if (!place) abort();
  place->is_taken = 1;
  place->next = slots_first();
  while (!__atomic_compare_exchange_n(
      &slots, &place->next, place, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
  }
  return place;
}

struct crash_position *crash_position_of_thread(void) {
  if (!mine) {
    pthread_once(&once, make_key);
    struct thread_slot *place = free_slot();
    place->seen.community = -1;
    stack_t stack = {.ss_sp = place->stack, .ss_size = sizeof place->stack};
    if (sigaltstack(&stack, NULL) != 0 || pthread_setspecific(key, place) != 0) abort();
    mine = place;
  }
  return &mine->seen;
}

struct thread_slot *slots_first(void) { return __atomic_load_n(&slots, __ATOMIC_ACQUIRE); }

struct thread_slot *slot_mine(void) { return mine; }
