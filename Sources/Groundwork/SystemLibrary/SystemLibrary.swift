// The C library of the platform. It has another name on each, and every file that needs it imports
// this module instead, so that the names stand in one place.

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif
