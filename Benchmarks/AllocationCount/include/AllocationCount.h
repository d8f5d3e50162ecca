#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/// The number of allocations since the start of the process.
unsigned long allocation_count(void);

/// The number of allocated bytes, including freed ones.
unsigned long allocation_bytes(void);

#endif
