public import DomainCore
import SyncCore

/// The identity of a saved operation: an action becomes one or several.
public struct OperationID: Hashable, Sendable {
  let entity: Entity

  /// For keeping it beside other data.
  public var number: UInt64 { entity.raw }

  public init(number: UInt64) { entity = Entity(raw: number) }

  init(_ entity: Entity) { self.entity = entity }
}

/// OFF-2: an operation that the server rejected.
public struct SessionRejection: Hashable, Sendable {
  public let operation: OperationID
  public let reason: Refusal
}

extension Session where Storage: ~Copyable {
  /// The last operation that was saved on this install.
  public var lastOperation: OperationID {
    OperationID(Entity(site: replica.site, sequence: replica.store.sequence))
  }

  /// The operations that were saved after another one of this install: those of an action, for an
  /// app that asks before and after it.
  public func operations(since earlier: OperationID) -> [OperationID] {
    let last = lastOperation
    // Another registration has another number, and begins to count again.
    guard earlier.number >> 32 == last.number >> 32, earlier.number < last.number else { return [] }
    return (earlier.number + 1...last.number).map { OperationID(number: $0) }
  }

  /// OFF-2: what the server rejected of this session, oldest first.
  public var rejections: [SessionRejection] {
    replica.rejections.map { rejection in
      SessionRejection(
        operation: OperationID(rejection.operation.fact.identity), reason: rejection.reason)
    }
  }
}

extension Action {
  /// The action without its result, to perform it together with others.
  public var withoutResult: Action<Void> {
    Action<Void>(making: { _ in }, all: draft)
  }
}
