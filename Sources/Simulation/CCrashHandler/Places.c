// The places of threads, in a list that only grows; a thread that ends leaves its place to another.

#include "Places.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static struct place *places;
static _Thread_local struct place *mine;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void leave(void *left) {
  struct place *place = left;
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  place->seen.community = -1;
  mine = NULL;
  __atomic_store_n(&place->is_taken, 0, __ATOMIC_RELEASE);
}

static void make_key(void) {
  if (pthread_key_create(&key, leave) != 0) abort();
}

static struct place *free_place(void) {
  for (struct place *place = places_first(); place; place = place->next) {
    if (!__atomic_exchange_n(&place->is_taken, 1, __ATOMIC_ACQUIRE)) return place;
  }
  struct place *place = calloc(1, sizeof *place);
  if (!place) abort();
  place->is_taken = 1;
  place->next = places_first();
  while (!__atomic_compare_exchange_n(
      &places, &place->next, place, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
  }
  return place;
}

struct trap_place *trap_place_of_thread(void) {
  if (!mine) {
    pthread_once(&once, make_key);
    struct place *place = free_place();
    place->seen.community = -1;
    stack_t stack = {.ss_sp = place->stack, .ss_size = sizeof place->stack};
    if (sigaltstack(&stack, NULL) != 0 || pthread_setspecific(key, place) != 0) abort();
    mine = place;
  }
  return &mine->seen;
}

struct place *places_first(void) { return __atomic_load_n(&places, __ATOMIC_ACQUIRE); }

struct place *places_mine(void) { return mine; }
