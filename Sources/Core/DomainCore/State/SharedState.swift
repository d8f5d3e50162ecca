public import Base
public import Chronology

/// What all areas of a scope share: its members, who wrote which field last, the digest, the events
/// of the current fold, and the range of days.
///
/// The functions of an area take it `inout` where they fold and `borrowing` where they read.
/// Nothing stores a reference to it.
public struct SharedState: ~Copyable {
  /// The local day that day indices count from.
  public let firstDay: LocalDay
  /// How many days have rows; there are bits for more days, because a copy pays for the rows.
  public var dayCapacity: Int
  /// A row of `memberCapacity` person-days a day.
  public var personDays: FlatArray<PersonDay>
  /// How many members a day has rows for.
  public var memberCapacity: Int
  public var members: FlatArray<Member>
  /// FAM-6: when memberships ended.
  public var ends = MembershipEnds()
  /// The registers of all fields outside the habits.
  public var registers = Registers()
  public var digestStored: Digest128
  /// The latest write that was replaced by one with another value, for counting lost updates: the
  /// caller resets it before the fact in question. It is not part of the state.
  public var replaced = Version.never
  /// Events of the current fold that were not delivered to the other areas yet; empty between
  /// folds.
  @usableFromInline var areaEvents = FlatArray<AreaEvent>()

  init(members: borrowing FlatArray<Member>, firstDay: LocalDay, dayCapacity: Int) {
    self.firstDay = firstDay
    self.dayCapacity = dayCapacity
    memberCapacity = members.count
    personDays = FlatArray(repeating: PersonDay(), count: dayCapacity * members.count)
    self.members = FlatArray(capacity: members.count)
    for index in 0..<members.count { self.members.append(members[index]) }
    digestStored = Digest128.mix(
      UInt64(bitPattern: Int64(firstDay.number)), UInt64(members.count), 0, 0)
    for index in 0..<members.count {
      let member = members[index]
      digestStored.fold(
        Digest128.mix(
          UInt64(member.role.rawValue), UInt64(bitPattern: Int64(member.born.number)),
          member.mayLog.version.stamp, member.mayLog.value ? 1 : 0))
    }
  }

  /// A deep copy, without what `ScopeState.pair` names. Between folds there are no events.
  init(copying other: borrowing SharedState) {
    firstDay = other.firstDay
    dayCapacity = other.dayCapacity
    personDays = other.personDays.copy()
    memberCapacity = other.memberCapacity
    members = other.members.copy()
    digestStored = other.digestStored
  }

  // MARK: Days

  /// The index of a day, negative before the first one.
  @inlinable public func index(of day: LocalDay) -> Int {
    Int(day.number) - Int(firstDay.number)
  }

  /// Whether the family can have logged anything on `day`: ten years from its first day.
  @inlinable public func covers(_ day: LocalDay) -> Bool {
    // One comparison: a day before the first one is a large number when it is unsigned.
    UInt32(bitPattern: day.number &- firstDay.number) < 3_660
  }

  /// What a member logged on a day; empty for a day or a member without a row.
  @inlinable @inline(__always)
  public func personDay(_ member: MemberHandle, _ dayIndex: Int) -> PersonDay {
    dayIndex < dayCapacity && Int(member.index) < memberCapacity
      ? personDays[dayIndex * memberCapacity + Int(member.index)] : PersonDay()
  }

  // MARK: Members

  @inlinable public var memberCount: Int { members.count }

  /// The member at a position in the list; the position must exist.
  @inlinable public func member(_ handle: MemberHandle) -> Member {
    members[Int(handle.index)]
  }

  func isActive(_ member: MemberHandle) -> Bool {
    Int(member.index) < memberCount && self.member(member).isActive
  }

  /// FAM-6: whether a duty that begins at `start` still belongs to the member who took it when
  /// their membership had ended `ends` times. O(1).
  ///
  /// The first end after that frees the duty, also when the membership is resumed later: by then
  /// there may be another driver. A duty that had begun by then remains theirs. The end of a
  /// founder whose account was deleted is not on record: no duty is theirs any more.
  public func keepsDuty(
    _ handle: MemberHandle, takenAfter ends: UInt32, start: @autoclosure () -> Instant?
  ) -> Bool {
    guard Int(handle.index) < members.count else { return false }
    guard let end = self.ends.instant(of: handle, number: ends) else {
      return members[Int(handle.index)].isActive
    }
    return start().map { $0 <= end } ?? true
  }

  // MARK: Writing

  /// Stores a fact as a write to a field; returns whether the field now holds it.
  ///
  /// `value` is the field's value: the fact's payload unless part of that is the key.
  @inlinable public mutating func write(
    _ fact: Fact, to key: FieldKey, value: Payload? = nil
  ) -> Bool {
    let value = value ?? fact.payload
    guard let before = registers.write(value, at: fact.version, under: key) else { return false }
    if before.version != .never {
      digestStored.remove(Self.contribution(of: before, key))
      if before.value != value { replaced = max(replaced, before.version) }
    }
    digestStored.add(Self.contribution(of: Register(value, at: fact.version), key))
    return true
  }

  @inlinable static func contribution(of register: Register<Payload>, _ key: FieldKey)
    -> Digest128
  {
    let row = key.rowKey
    var digest = Digest128.mix(
      row.first, row.second, register.version.stamp, UInt64(register.version.site))
    digest.fold(Digest128.mix(register.value.first, register.value.second, 0, 0))
    return digest
  }

  /// Adds a fact that is applied once and never changed to the digest.
  @inlinable public mutating func accountOnce(_ fact: Fact) {
    var digest = Digest128.mix(
      fact.identity.raw, fact.entity.raw, fact.payload.first, fact.payload.second)
    digest.fold(
      Digest128.mix(
        fact.version.stamp, fact.day.packed,
        UInt64(fact.author.index) << 32 | UInt64(fact.subject.index) << 16
          | UInt64(fact.kind.rawValue), UInt64(fact.zone)))
    digestStored.add(digest)
  }

  /// Adds the end of an entity to the digest, whichever member ended it.
  mutating func accountEnd(of entity: Entity, _ kind: FactKind) {
    digestStored.add(Digest128.mix(entity.raw, UInt64(kind.rawValue), 0x656E_6465_64, 0))
  }
}
