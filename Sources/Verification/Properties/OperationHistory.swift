public import Base
public import Chronology
public import DomainCore
public import SyncCore

/// Every operation that a device confirmed as saved, by site.
///
/// The harness records it, not the engine, so it still knows what an engine forgot.
public struct OperationHistory: ~Copyable {
  /// One operation; sites number theirs from 1.
  public struct Entry: BitwiseCopyable, Sendable {
    public var committed: Instant
    /// When the server decided it; negative until then.
    public var decided: Instant
    public var fingerprint: UInt64
    /// The position of its verdict in the feed; beyond every position until there is one.
    public var position: UInt32
    /// How many rows of the feed carry a verdict on it.
    public var verdicts: UInt8
    /// Whether it was rejected as a newcomer's; such a verdict is in no scope's feed.
    public var isTurnedAway = false
    /// Whether a purge returned it to the person undecided, with a reason.
    public var isReturnedUndecided = false
    /// Whether the server's last decision was to accept it.
    public var isAccepted = false
    /// Whether its day had not begun for its author by the server's clock when it was saved, so
    /// that the server may count it for another one (HAB-3, HAB-10).
    public var isAhead = false
    /// Whether a failover has lost its verdict.
    public var isLost = false
    /// Whether the log no longer has it as submitted, because its owner has deleted their account
    /// (FAM-7).
    public var isErased = false
    /// Whether its device had to drop it before that, and has reported that it is gone.
    public var isPermanentlyLost = false

    /// How many operations of its transaction follow it.
    public var followers: UInt16

    @inlinable public init(committed: Instant, fingerprint: UInt64, followers: UInt16) {
      self.committed = committed
      self.followers = followers
      self.fingerprint = fingerprint
      decided = Instant(milliseconds: -1)
      position = .max
      verdicts = 0
    }

    @inlinable public var isDecided: Bool { position != .max || isTurnedAway }
  }

  @usableFromInline var sites: OwnedArray<FlatArray<Entry>>
  /// Per site, the last operation that a response has acknowledged.
  @usableFromInline var acknowledged: FlatArray<UInt32>
  /// Per site, how many of its operations were saved at its last purge.
  @usableFromInline var dropped: FlatArray<UInt32>
  /// By site, how far its device lacks what it had saved, because its disk was damaged. What
  /// a failover loses of that, no one can send again.
  @usableFromInline var salvagedThrough: FlatArray<UInt32>
  /// What the server has written for people with deleted accounts, by sites and numbers.
  private var writtenByServer: [Entity] = []

  public init() {
    sites = OwnedArray()
    acknowledged = FlatArray()
    dropped = FlatArray()
    salvagedThrough = FlatArray()
  }

  @inlinable public mutating func addSite() {
    // A failover reserves a thousand of them.
    sites.append(FlatArray())
    acknowledged.append(0)
    dropped.append(0)
    salvagedThrough.append(0)
  }

  @inlinable public var siteCount: Int { sites.count }

  /// The number of operations committed on a site; they are numbered from 1.
  @inlinable public func count(_ site: UInt32) -> Int { sites[Int(site)].count }

  @inlinable public func entry(_ site: UInt32, _ sequence: UInt32) -> Entry {
    sites[Int(site)][Int(sequence) - 1]
  }

  /// Whether a device confirmed the operation as saved.
  @inlinable public func knows(_ operation: Operation) -> Bool {
    Int(operation.site) < sites.count && operation.sequence >= 1
      && Int(operation.sequence) <= sites[Int(operation.site)].count
  }

  /// Records an operation that a device confirmed as saved, the next one of its site; its content
  /// only if `isKept`.
  ///
  /// `serverTime` is what the server's clock shows at that moment. The server decides by it, so
  /// with a slow one a day has not begun that the author rightly sees (HAB-10). `texts` is the
  /// table of the operation's holder, if it has one of its own.
  @inlinable public mutating func committed(
    _ operation: Operation, in texts: ScopeTexts? = nil, isKept: Bool = true, at now: Instant,
    serverTime: Instant? = nil
  ) {
    precondition(sites[Int(operation.site)].count + 1 == Int(operation.sequence))
    var entry = Entry(
      committed: now, fingerprint: Self.notKept, followers: operation.followers)
    if isKept {
      entry.isAhead = !operation.fact.hasBegun(operation.fact.day, at: serverTime ?? now)
      entry.fingerprint = Self.fingerprint(of: operation, entry.isAhead, texts)
    }
    sites[Int(operation.site)].append(entry)
  }

  /// Whether a returned operation is as the person submitted it; `texts` is the table of who has
  /// it now.
  public func hasSameContent(_ operation: Operation, in texts: ScopeTexts? = nil) -> Bool {
    let entry = entry(operation.site, operation.sequence)
    if entry.isErased { return true }
    // A transaction that is sent again without its rejected operations is smaller.
    let isWhole =
      operation.followers == entry.followers
      || (entry.isLost && operation.followers < entry.followers)
    return isWhole
      && (entry.fingerprint == Self.notKept
        || entry.fingerprint == Self.fingerprint(of: operation, entry.isAhead, texts))
  }

  @inlinable @inline(__always) static func fingerprint(
    of operation: Operation, _ isAhead: Bool, _ texts: ScopeTexts?
  ) -> UInt64 {
    texts.map { fingerprint(of: operation, isAhead: isAhead, in: $0) }
      ?? fingerprint(of: operation, isAhead: isAhead)
  }

  /// The fingerprint of an operation that is not checked.
  @usableFromInline static var notKept: UInt64 { 0 }

  // MARK: Deleted accounts

  /// Records that an operation's content is erased with the account of the person it was about.
  mutating func erased(_ operation: Operation) {
    guard knows(operation) else { return }
    sites[Int(operation.site)][Int(operation.sequence) - 1].isErased = true
  }

  func isErased(_ operation: Operation) -> Bool {
    knows(operation) && entry(operation.site, operation.sequence).isErased
  }

  /// Whether an operation that a server has lost had been rejected before, and its device was to
  /// keep nothing of it: it was about a person whose account is deleted, or there was a purge
  /// since.
  public func wasDecidedBefore(_ site: UInt32, _ sequence: UInt32) -> Bool {
    let entry = entry(site, sequence)
    return entry.isLost
      && (entry.isErased || (!entry.isAccepted && sequence <= dropped[Int(site)]))
  }

  /// Records that the server has written an operation for a person with a deleted account, under
  /// the next number of one of their sites.
  mutating func writtenByServer(_ operation: Operation) {
    writtenByServer.append(
      Entity(site: operation.site, sequence: operation.sequence))
  }

  /// Whether the server has written it, and no device.
  func isWrittenByServer(_ site: UInt32, _ sequence: UInt32) -> Bool {
    !writtenByServer.isEmpty && writtenByServer.contains(Entity(site: site, sequence: sequence))
  }

  // MARK: Failovers

  /// After a failover, forgets the verdicts of a site that the server no longer has.
  ///
  /// `rows` is the length of its feed, any number for a deleted scope; `refused` is how often its
  /// owner was rejected as a newcomer.
  mutating func forgetVerdicts(
    of site: UInt32, behind rows: Int, refused: UInt32, decided: UInt32
  ) {
    acknowledged[Int(site)] = min(acknowledged[Int(site)], decided)
    var turnedAway: UInt32 = 0
    for index in 0..<sites[Int(site)].count {
      var entry = sites[Int(site)][index]
      if entry.isTurnedAway { turnedAway += 1 }
      let isGone =
        entry.isTurnedAway
        ? turnedAway > refused
        : rows == .max ? index >= Int(decided) : Int(entry.position) >= rows
      guard entry.isDecided, isGone else { continue }
      entry.isLost = true
      if index < Int(salvagedThrough[Int(site)]) { entry.isPermanentlyLost = true }
      entry.isTurnedAway = false
      entry.position = .max
      sites[Int(site)][index] = entry
    }
  }

  /// How many operations a server has lost for good.
  var lostCount: Int64 {
    var count: Int64 = 0
    for site in 0..<sites.count {
      for index in 0..<sites[site].count
      where sites[site][index].isLost && !sites[site][index].isDecided { count += 1 }
    }
    return count
  }

  /// Records the server's decision; returns how long the operation took to reach the server.
  @inlinable public mutating func decided(
    _ row: FeedRow, position: UInt32, at now: Instant
  ) -> Int64 {
    let site = Int(row.operation.site)
    let index = Int(row.operation.sequence) - 1
    let committed = sites[site][index].committed
    if !sites[site][index].isDecided {
      sites[site][index].decided = now
      sites[site][index].position = position
      sites[site][index].isAccepted = !row.verdict.isRejected
    }
    return now - committed
  }

  /// Records a newcomer's rejection; returns how long the operation took to reach the server.
  public mutating func turnedAway(_ row: FeedRow, at now: Instant) -> Int64 {
    let site = Int(row.operation.site)
    let index = Int(row.operation.sequence) - 1
    sites[site][index].decided = now
    sites[site][index].isTurnedAway = true
    // After a failover a server may reject what the previous one had accepted.
    sites[site][index].isAccepted = false
    return now - sites[site][index].committed
  }

  /// Records that a device has returned an operation, since its access has ended.
  mutating func returnedUndecided(_ operation: Operation) {
    sites[Int(operation.site)][Int(operation.sequence) - 1].isReturnedUndecided = true
  }

  /// Records that an operation returned at a purge, or lost in a failover, may be decided after
  /// all: an older replica still has it and shows it as pending.
  mutating func becamePendingAgain(_ operation: Operation) {
    guard knows(operation), !entry(operation.site, operation.sequence).isDecided else { return }
    sites[Int(operation.site)][Int(operation.sequence) - 1].isReturnedUndecided = false
  }

  /// Records that a device had to drop everything.
  mutating func dropped(_ site: UInt32) { dropped[Int(site)] = UInt32(count(site)) }

  /// Records that a device has reported an operation as lost for good: a server has lost it, and
  /// the device had to drop it before.
  mutating func permanentlyLost(_ sequence: UInt32, of site: UInt32) {
    guard sequence >= 1, sequence <= dropped[Int(site)] else { return }
    let entry = entry(site, sequence)
    guard entry.isLost, !entry.isDecided, !entry.isReturnedUndecided else { return }
    sites[Int(site)][Int(sequence) - 1].isReturnedUndecided = true
    sites[Int(site)][Int(sequence) - 1].isPermanentlyLost = true
  }

  /// Records that a device has reported an operation as lost for good, because a dishonest disk has
  /// destroyed it. The server may still get it, in a request that is under way.
  mutating func lostToDisk(_ sequence: UInt32, of site: UInt32) {
    guard sequence >= 1, Int(sequence) <= count(site), !entry(site, sequence).isDecided else {
      return
    }
    sites[Int(site)][Int(sequence) - 1].isPermanentlyLost = true
  }

  /// Records that a device with a damaged disk has kept nothing of what it saved before `sequence`:
  /// only the server has it, unless a failover has lost it already.
  mutating func salvaged(before sequence: UInt32, of site: UInt32) {
    let end = min(Int(sequence) - 1, count(site))
    salvagedThrough[Int(site)] = max(salvagedThrough[Int(site)], UInt32(max(0, end)))
    for index in 0..<max(0, end) where sites[Int(site)][index].isLost {
      if !sites[Int(site)][index].isDecided { sites[Int(site)][index].isPermanentlyLost = true }
    }
  }

  /// Whether all operations of a site after `latest` and before `sequence` were returned, were lost
  /// for good, or were rejected for a deleted account and then lost in a failover (FAM-7).
  public func areReturnedUndecided(_ site: UInt32, after latest: UInt32, before sequence: UInt32)
    -> Bool
  {
    for between in stride(from: latest + 1, to: sequence, by: 1)
    where !entry(site, between).isReturnedUndecided && !entry(site, between).isErased
      && !entry(site, between).isPermanentlyLost
    {
      return false
    }
    return true
  }

  /// Records a response by which the site's operations up to `sequence` are decided.
  @inlinable public mutating func acknowledge(_ site: UInt32, through sequence: UInt32) {
    acknowledged[Int(site)] = max(acknowledged[Int(site)], sequence)
  }

  /// The last operation of a site that a response has acknowledged.
  @inlinable public func acknowledged(_ site: UInt32) -> UInt32 { acknowledged[Int(site)] }

  /// Starts to count the verdicts on a site's operations again.
  mutating func forgetVerdicts(_ site: UInt32) {
    for index in 0..<sites[Int(site)].count { sites[Int(site)][index].verdicts = 0 }
  }

  /// Counts one more verdict on an operation, and returns its entry.
  @inline(__always)
  mutating func withVerdict(on operation: Operation) -> Entry {
    let (site, index) = (Int(operation.site), Int(operation.sequence) - 1)
    var entry = sites[site][index]
    entry.verdicts.addClamped(1)
    sites[site][index] = entry
    return entry
  }

  /// A fingerprint of the operation without its place in a transaction and without what the server
  /// may correct: its stamp, the time of the tap, and the day if that was ahead.
  @inlinable public static func fingerprint(
    of operation: Operation, isAhead: Bool = false
  ) -> UInt64 {
    let fact = isAhead ? withoutDays(operation.fact) : operation.fact
    let people = UInt64(fact.author.index) << 16 | UInt64(fact.subject.index)
    let kind = UInt64(fact.kind.rawValue) << 8 | UInt64(fact.schema)
    var print = Self.stirred(0, fact.identity.raw)
    print = Self.stirred(print, fact.entity.raw)
    print = Self.stirred(print, fact.payload.first)
    print = Self.stirred(print, fact.payload.second)
    print = Self.stirred(print, UInt64(UInt32(bitPattern: fact.day.number)) << 32 | people)
    return Self.stirred(print, kind << 32 | UInt64(fact.zone))
  }

  /// Mixes a word into a fingerprint. It needs no cryptographic strength, for no one forges
  /// operations.
  @inlinable @inline(__always)
  static func stirred(_ print: UInt64, _ word: UInt64) -> UInt64 {
    let product = (print ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product &>> 32
  }

  /// A fact without its days, in its payload too.
  @usableFromInline static func withoutDays(_ fact: Fact) -> Fact {
    var fact = fact
    fact.day = LocalDay(number: 0)
    switch fact.kind {
    case .completionSet, .habitStartSet, .weightSet, .heightSet, .groupWorkoutShared, .foodMoved,
      .waterImported:
      fact.payload.first &= ~0xFFFF_FFFF
    case .workoutLogged: fact.payload = Payload(0, fact.payload.second & (1 << 48 - 1))
    default: break
    }
    return fact
  }
}
