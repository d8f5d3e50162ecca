import Base
public import Chronology

/// HAB-7: a habit with its whole history, as text, for export and import.
public struct HabitRecord: Hashable, Sendable {
  /// A done day. A completion that was undone is not part of the history.
  public struct Completion: Hashable, Sendable {
    public var day: LocalDay
    public var source: CompletionSource

    public init(_ day: LocalDay, source: CompletionSource) {
      self.day = day
      self.source = source
    }
  }

  /// The owner, by position in the family's list of members.
  public var owner: MemberHandle
  /// HAB-1: the name a screen shows, so no two records of an owner have equal ones.
  public var name: String
  public var text = ""
  public var category = ""
  public var icon: UInt32 = 0
  public var rank: UInt32 = 0
  public var isArchived = false
  /// HAB-4: the first day that counts, or nil for the day of the import.
  public var started: LocalDay?
  /// By day.
  public var completions: [Completion] = []

  /// The earliest day of the record: the family that imports it must begin by then.
  public var firstDay: LocalDay? {
    ([started].compactMap { $0 } + completions.map(\.day)).min()
  }
}
