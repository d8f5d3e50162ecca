public import Base

/// Messages on their way, by handle, with the freight that some of them carry.
///
/// A message may be delivered more than once; it stays until every delivery has happened. Its
/// handle, and the memory of its freight, then serve the next one. O(1) to post and to
/// drop; freight is copied in, as a network would.
public struct MessagePool<Header: BitwiseCopyable & Sendable, Item: BitwiseCopyable>: ~Copyable {
  @usableFromInline struct Slot: BitwiseCopyable {
    @usableFromInline var header: Header
    @usableFromInline var freight: Freight
    @usableFromInline var deliveriesLeft: UInt32

    @inlinable init(header: Header, freight: Freight, deliveriesLeft: UInt32) {
      self.header = header
      self.freight = freight
      self.deliveriesLeft = deliveriesLeft
    }
  }

  /// Where the items of a message are.
  @usableFromInline struct Freight: BitwiseCopyable {
    @usableFromInline var items: UnsafeMutablePointer<Item>?
    @usableFromInline var capacity: Int
    @usableFromInline var count: Int

    @inlinable init() {
      items = nil
      capacity = 0
      count = 0
    }
  }

  @usableFromInline var slots: FlatArray<Slot>
  @usableFromInline var free: FlatArray<UInt32>

  @inlinable public init() {
    slots = FlatArray(capacity: 32)
    free = FlatArray(capacity: 32)
  }

  deinit {
    for index in 0..<slots.count { slots[index].freight.items?.deallocate() }
  }

  /// The number of messages that are still to be delivered at least once.
  @inlinable public var count: Int { slots.count - free.count }

  /// Posts a message without freight that will be delivered `deliveries` times.
  @inlinable public mutating func post(_ header: Header, deliveries: UInt32) -> UInt32 {
    precondition(deliveries > 0, "a message that is never delivered is not posted")
    if free.isEmpty {
      slots.append(Slot(header: header, freight: Freight(), deliveriesLeft: deliveries))
      return UInt32(slots.count - 1)
    }
    let handle = free.removeLast()
    slots[Int(handle)].header = header
    slots[Int(handle)].freight.count = 0
    slots[Int(handle)].deliveriesLeft = deliveries
    return handle
  }

  /// Adds an item to a message that is being posted.
  @inlinable public mutating func load(_ item: Item, into handle: UInt32) {
    checkUnderWay(handle)
    let freight = slots[Int(handle)].freight
    if freight.count == freight.capacity { growFreight(of: Int(handle)) }
    let items = slots[Int(handle)].freight.items.unsafelyUnwrapped
    (items + freight.count).initialize(to: item)
    slots[Int(handle)].freight.count += 1
  }

  @inlinable public func header(_ handle: UInt32) -> Header {
    checkUnderWay(handle)
    return slots[Int(handle)].header
  }

  /// Changes the header of a message that is being posted.
  @inlinable public mutating func setHeader(_ handle: UInt32, _ header: Header) {
    checkUnderWay(handle)
    slots[Int(handle)].header = header
  }

  /// The freight of a message, valid until its last delivery is done.
  @inlinable public func freight(_ handle: UInt32) -> UnsafeBufferPointer<Item> {
    checkUnderWay(handle)
    let freight = slots[Int(handle)].freight
    return UnsafeBufferPointer(start: freight.items, count: freight.count)
  }

  /// One delivery is done; after the last one the handle is free.
  @inlinable public mutating func delivered(_ handle: UInt32) {
    checkUnderWay(handle)
    slots[Int(handle)].deliveriesLeft -= 1
    if slots[Int(handle)].deliveriesLeft == 0 { free.append(handle) }
  }

  @inlinable func checkUnderWay(_ handle: UInt32) {
    precondition(
      slots[Int(handle)].deliveriesLeft > 0, "the message was delivered as often as it was sent")
  }

  @usableFromInline mutating func growFreight(of index: Int) {
    let old = slots[index].freight
    let capacity = max(8, old.capacity * 2)
    let items = UnsafeMutablePointer<Item>.allocate(capacity: capacity)
    if let from = old.items {
      items.moveInitialize(from: from, count: old.count)
      from.deallocate()
    }
    slots[index].freight.items = items
    slots[index].freight.capacity = capacity
  }
}
