#ifndef C_SQLITE_H
#define C_SQLITE_H

#include <sqlite3.h>

// Swift cannot call functions with a variable number of arguments.

/// Closing the last connection leaves the log as it is, and copies nothing back into the database.
static inline int sqlite_keep_log_on_close(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/// The library's own draws, such as the salts of logs, begin again, as the seed says and no more as
/// the system does. There is one sequence for all threads.
static inline void sqlite_restart_draws(int seed) {
  sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, seed, (sqlite3 *)0);
  sqlite3_randomness(0, (void *)0);
}

// Swift does not see constants that are expressions with casts or shifts.

static const int sqlite_ioerr_read = SQLITE_IOERR_READ;
static const int sqlite_ioerr_short_read = SQLITE_IOERR_SHORT_READ;
static const int sqlite_ioerr_write = SQLITE_IOERR_WRITE;
static const int sqlite_ioerr_fsync = SQLITE_IOERR_FSYNC;
static const int sqlite_ioerr_truncate = SQLITE_IOERR_TRUNCATE;
static const int sqlite_ioerr_fstat = SQLITE_IOERR_FSTAT;
static const int sqlite_ioerr_delete = SQLITE_IOERR_DELETE;
static const int sqlite_ioerr_delete_noent = SQLITE_IOERR_DELETE_NOENT;
static const int sqlite_ioerr_access = SQLITE_IOERR_ACCESS;
static const int sqlite_ioerr_shmmap = SQLITE_IOERR_SHMMAP;

#endif
