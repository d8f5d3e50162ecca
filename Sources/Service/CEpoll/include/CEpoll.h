#ifndef C_EPOLL_H
#define C_EPOLL_H

// The C library's module for Swift lacks epoll, and no header of the system is included here: with
// the switches that epoll needs, its types would be others than those of that module.

extern const unsigned int epoll_readable;
extern const unsigned int epoll_writable;
extern const unsigned int epoll_failed;

/// What is ready: the number given when it was watched, and how.
struct epoll_ready {
  unsigned long number;
  unsigned int events;
};

/// The queue, or -1.
int epoll_open(void);

/// Watches a descriptor; 0, or -1.
int epoll_watch(int queue, int descriptor, unsigned int events, unsigned long number);

/// Watches a descriptor for other events than before.
int epoll_rewatch(int queue, int descriptor, unsigned int events, unsigned long number);

/// Waits for so many nanoseconds at most, and returns how many are ready. A timeout in milliseconds
/// would come up to a millisecond late, or spin.
int epoll_wait_nanoseconds(int queue, struct epoll_ready *ready, int count, long nanoseconds);

/// Small messages leave at once.
int socket_set_no_delay(int descriptor);

/// The error number of a connection that was being made, or 0.
int socket_error(int descriptor);

/// The next connection of a socket that listens, one that blocks nothing; or -1.
int socket_accept(int descriptor);

#endif
