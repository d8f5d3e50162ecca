#ifndef C_POSTGRESQL_H
#define C_POSTGRESQL_H

#include <postgresql/libpq-fe.h>

#endif
