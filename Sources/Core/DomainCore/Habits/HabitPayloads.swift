public import Chronology

/// HAB-1: a habit's name, with the form in which two names are compared.
public struct HabitName: BitwiseCopyable, Hashable, Sendable {
  /// The name as typed, without surrounding space.
  public var text: TextHandle
  /// The same name without regard to case; equal handles mean equal names.
  public var folded: TextHandle

  @inlinable public init(text: TextHandle, folded: TextHandle) {
    self.text = text
    self.folded = folded
  }

  @inlinable public init(packed: UInt64) {
    text = TextHandle(packed: packed)
    folded = TextHandle(packed: packed >> 32)
  }

  @inlinable public var packed: UInt64 { UInt64(folded.raw) << 32 | UInt64(text.raw) }
}

/// HAB-1: what a habit starts with.
public struct HabitCreation: BitwiseCopyable, Hashable, Sendable {
  public var name: HabitName
  public var category: TextHandle
  public var icon: UInt16
  public var rank: UInt32

  @inlinable public init(name: HabitName, category: TextHandle, icon: UInt16, rank: UInt32) {
    self.name = name
    self.category = category
    self.icon = icon
    self.rank = rank
  }

  @inlinable public init(_ payload: Payload) {
    name = HabitName(packed: payload.first)
    rank = UInt32(truncatingIfNeeded: payload.second)
    icon = UInt16(truncatingIfNeeded: payload.second >> 32)
    category = TextHandle(packed: payload.second >> 48)
  }

  @inlinable public var payload: Payload {
    Payload(
      name.packed,
      UInt64(min(category.raw, Self.categoryNone)) << 48 | UInt64(icon) << 32 | UInt64(rank))
  }

  /// Categories have 16 bits. The last number marks a category that does not fit, and is refused.
  @inlinable public static var categoryNone: UInt32 { UInt32(UInt16.max) }

  @inlinable public var isCategoryHeld: Bool { category.raw < Self.categoryNone }
}

/// Where a completion was tapped. [AT 4.3]
public enum CompletionSource: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case app = 0
  case widget = 1
  case imported = 2
}

/// HAB-2: the state of one habit on one local day.
public struct CompletionPayload: BitwiseCopyable, Hashable, Sendable {
  public var day: LocalDay
  public var done: Bool
  public var source: CompletionSource

  @inlinable public init(day: LocalDay, done: Bool, source: CompletionSource) {
    self.day = day
    self.done = done
    self.source = source
  }

  @inlinable public init(_ payload: Payload) {
    day = LocalDay(packed: payload.first)
    done = payload.first >> 32 & 1 == 1
    source = CompletionSource(rawValue: UInt8(truncatingIfNeeded: payload.first >> 40)) ?? .app
  }

  @inlinable public var payload: Payload {
    Payload(day.packed | (done ? 1 << 32 : 0) | UInt64(source.rawValue) << 40)
  }
}
