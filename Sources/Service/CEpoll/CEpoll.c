#define _GNU_SOURCE
#include "CEpoll.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>

const unsigned int epoll_readable = EPOLLIN | EPOLLRDHUP;
const unsigned int epoll_writable = EPOLLOUT;
const unsigned int epoll_failed = EPOLLERR | EPOLLHUP;

int epoll_open(void) {
  return epoll_create1(EPOLL_CLOEXEC);
}

static int change(
    int queue, int operation, int descriptor, unsigned int events, unsigned long number) {
  struct epoll_event event = {.events = events, .data = {.u64 = number}};
  return epoll_ctl(queue, operation, descriptor, &event);
}

int epoll_watch(int queue, int descriptor, unsigned int events, unsigned long number) {
  return change(queue, EPOLL_CTL_ADD, descriptor, events, number);
}

int epoll_rewatch(int queue, int descriptor, unsigned int events, unsigned long number) {
  return change(queue, EPOLL_CTL_MOD, descriptor, events, number);
}

int epoll_wait_nanoseconds(int queue, struct epoll_ready *ready, int count, long nanoseconds) {
  enum { most = 256 };
  struct epoll_event events[most];
  struct timespec timeout = {
      .tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  int wanted = count < most ? count : most;
  int found = epoll_pwait2(queue, events, wanted, &timeout, (sigset_t *)0);
  if (found < 0 && errno == ENOSYS) {
    // Kernels before 5.11.
    found = epoll_wait(queue, events, wanted, (int)((nanoseconds + 999999) / 1000000));
  }
  for (int index = 0; index < found; index++) {
    ready[index].number = events[index].data.u64;
    ready[index].events = events[index].events;
  }
  return found;
}

int socket_set_no_delay(int descriptor) {
  int on = 1;
  return setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

int socket_error(int descriptor) {
  int error = 0;
  socklen_t size = sizeof error;
  return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

int socket_accept(int descriptor) {
  return accept4(descriptor, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
