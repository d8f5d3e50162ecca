#ifndef C_MICROHTTPD_H
#define C_MICROHTTPD_H

#include <errno.h>
#include <microhttpd.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

// Whether Swift sees the constants of an enum depends on the attributes that it has in the header.

static const enum MHD_Result httpd_yes = MHD_YES;
static const enum MHD_Result httpd_no = MHD_NO;
static const enum MHD_ValueKind httpd_header = MHD_HEADER_KIND;
static const enum MHD_ValueKind httpd_parameter = MHD_GET_ARGUMENT_KIND;
static const enum MHD_ResponseMemoryMode httpd_copied = MHD_RESPMEM_MUST_COPY;
static const enum MHD_ConnectionNotificationCode httpd_started = MHD_CONNECTION_NOTIFY_STARTED;

// Swift cannot call functions with a variable number of arguments.

/// Starts to serve a socket that listens, without threads: `MHD_run` does what is due.
static inline struct MHD_Daemon *httpd_start(
    int listening, unsigned connections, unsigned idle_seconds, size_t memory,
    MHD_AccessHandlerCallback handler, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connected, void *context) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_TURBO, 0, NULL, NULL, handler, context,
      MHD_OPTION_LISTEN_SOCKET, listening, MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
      MHD_OPTION_CONNECTION_MEMORY_INCREMENT, (size_t)4096, MHD_OPTION_NOTIFY_COMPLETED, completed,
      context, MHD_OPTION_NOTIFY_CONNECTION, connected, context, MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_END);
}

/// The descriptor that is readable when `MHD_run` has something to do, or -1.
static inline int httpd_descriptor(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info == NULL ? -1 : info->epoll_fd;
}

/// The address of a client, or NULL.
static inline const struct sockaddr *httpd_client(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info == NULL ? NULL : info->client_addr;
}

// The C library's module for Swift lacks eventfd and signalfd.

/// Waits until one of three descriptors is readable or the time is over; a negative time has no
/// end, and a negative descriptor is none. Returns a bit for each that is readable, the first one's
/// the lowest. Milliseconds would be too coarse: a wait that ends too early spins.
static inline uint32_t waiting_wait(int first, int second, int third, int64_t nanoseconds) {
  struct pollfd waits[3] = {{first, POLLIN, 0}, {second, POLLIN, 0}, {third, POLLIN, 0}};
  struct timespec time = {
      .tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  uint32_t bits = 0;
  if (ppoll(waits, 3, nanoseconds < 0 ? NULL : &time, NULL) > 0) {
    for (int place = 0; place < 3; place++) bits |= (waits[place].revents != 0) << place;
  }
  return bits;
}

/// A descriptor that becomes readable when `wakeup_wake` is called from anywhere.
static inline int wakeup_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline void wakeup_wake(int wakeup) {
  uint64_t one = 1;
  ssize_t written = write(wakeup, &one, sizeof one);
  (void)written;
}

/// A descriptor that becomes readable when the process is asked to end, which then does not end it.
static inline int ending_make(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigprocmask(SIG_BLOCK, &signals, NULL);
  return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

#endif
