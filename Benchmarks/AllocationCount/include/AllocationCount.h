#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/// How often the process has asked for memory since it began.
unsigned long allocation_count(void);

/// How many bytes it has asked for, those it gave back included.
unsigned long allocation_bytes(void);

#endif
