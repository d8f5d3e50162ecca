public import Base

/// Messages in flight, by handle, each with its envelope.
///
/// A message may be delivered more than once; it stays until every delivery has happened. Its
/// handle and its memory are then reused for the next message. O(1) to post and to drop.
public struct MessagePool<Message: ~Copyable, Envelope: BitwiseCopyable & Sendable>: ~Copyable {
  @usableFromInline struct Slot: BitwiseCopyable {
    @usableFromInline var envelope: Envelope
    @usableFromInline var deliveriesLeft: UInt32

    @inlinable init(envelope: Envelope, deliveriesLeft: UInt32) {
      self.envelope = envelope
      self.deliveriesLeft = deliveriesLeft
    }
  }

  @usableFromInline var messages: OwnedArray<Message>
  @usableFromInline var slots: FlatArray<Slot>
  @usableFromInline var free: FlatArray<UInt32>

  @inlinable public init() {
    messages = OwnedArray(capacity: 16)
    slots = FlatArray(capacity: 16)
    free = FlatArray(capacity: 16)
  }

  /// The number of messages with a delivery left.
  @inlinable public var count: Int { slots.count - free.count }

  /// Posts a message that will be delivered `deliveries` times; `blank` makes one if none is free.
  /// The caller writes its contents through the handle.
  @inlinable public mutating func post(
    _ envelope: Envelope, deliveries: UInt32, blank: () -> Message
  ) -> UInt32 {
    precondition(deliveries > 0, "a message that is never delivered is not posted")
    if free.isEmpty {
      messages.append(blank())
      slots.append(Slot(envelope: envelope, deliveriesLeft: deliveries))
      return UInt32(slots.count - 1)
    }
    let handle = free.removeLast()
    slots[Int(handle)] = Slot(envelope: envelope, deliveriesLeft: deliveries)
    return handle
  }

  /// The message of a handle.
  @inlinable public subscript(handle: UInt32) -> Message {
    @inline(__always) unsafeAddress {
      checkInFlight(handle)
      return UnsafePointer(messages.address(of: Int(handle)))
    }
    @inline(__always) unsafeMutableAddress {
      checkInFlight(handle)
      return messages.address(of: Int(handle))
    }
  }

  @inlinable public func envelope(_ handle: UInt32) -> Envelope {
    checkInFlight(handle)
    return slots[Int(handle)].envelope
  }

  /// One delivery is done; after the last one the handle is free.
  @inlinable public mutating func delivered(_ handle: UInt32) {
    checkInFlight(handle)
    slots[Int(handle)].deliveriesLeft -= 1
    if slots[Int(handle)].deliveriesLeft == 0 { free.append(handle) }
  }

  /// The message is never delivered.
  @inlinable public mutating func withdraw(_ handle: UInt32) {
    checkInFlight(handle)
    slots[Int(handle)].deliveriesLeft = 0
    free.append(handle)
  }

  @inlinable func checkInFlight(_ handle: UInt32) {
    precondition(
      slots[Int(handle)].deliveriesLeft > 0, "the message was delivered as often as it was sent")
  }
}
