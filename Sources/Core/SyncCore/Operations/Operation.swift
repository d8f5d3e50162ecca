public import DomainCore

/// A fact with its sync header: the unit that is stored, sent, decided and applied. 68 bytes.
///
/// (site, sequence) is its identity; a site numbers its operations 1, 2, 3 … without a gap.
public struct Operation: BitwiseCopyable, Hashable, Sendable {
  public var fact: Fact
  /// The feed position that its author's copy had reached.
  public var basis: UInt32
  /// The scope it belongs to.
  public var scope: UInt32
  /// How many operations of the same transaction follow it; a transaction is pushed, stored and
  /// pulled whole (HAB-9).
  public var followers: UInt16
  /// The number of a fact's kind that only a later app version knows, otherwise zero.
  public var unknownKind: UInt16 = 0

  @inlinable public init(fact: Fact, basis: UInt32, scope: UInt32, followers: UInt16) {
    self.fact = fact
    self.basis = basis
    self.scope = scope
    self.followers = followers
  }

  /// The same operation as a build reads it that knows the format up to a version: it keeps newer
  /// or changed content and passes it on under its number.
  public func read(asOf version: UInt8) -> Operation {
    var read = self
    if fact.kind != .unknown && fact.schema <= version {
      read.unknownKind = 0
      return read
    }
    let number = fact.kind == .unknown ? unknownKind : UInt16(fact.kind.rawValue)
    let known = UInt8(exactly: number).flatMap(FactKind.init(rawValue:))
    read.fact.kind = fact.schema <= version ? known ?? .unknown : .unknown
    read.unknownKind = read.fact.kind == .unknown ? number : 0
    return read
  }

  @inlinable public var site: UInt32 { fact.version.site }
  @inlinable public var sequence: UInt32 { fact.sequence }
}
