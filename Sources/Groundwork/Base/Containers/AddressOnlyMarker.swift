import Synchronization

/// Makes a large struct that holds one be passed on by its address.
///
/// A struct that may not be copied is borrowed as the sum of its fields: each call that is not
/// inlined would write all of them to the stack again, half a kilobyte for a family's state. The
/// compiler passes by address what must stay where it is, and an atomic must; nothing uses it as
/// one. Only for what lies in memory for long: such a struct is never taken apart into registers.
public struct AddressOnlyMarker: ~Copyable, Sendable {
  private let anchor = Atomic<Bool>(false)

  public init() {}
}
