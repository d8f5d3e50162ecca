import Synchronization

/// A struct with this field is passed by its address.
///
/// The compiler borrows a noncopyable struct as the sum of its fields: each call that is not
/// inlined would write all of them to the stack again, half a kilobyte for a family's state. It
/// passes by address what must stay where it is, and an atomic must; nothing uses this one as an
/// atomic. Only for values that stay in memory for long: such a struct is never split into
/// registers.
public struct AddressOnlyMarker: ~Copyable, Sendable {
  private let anchor = Atomic<Bool>(false)

  public init() {}
}
