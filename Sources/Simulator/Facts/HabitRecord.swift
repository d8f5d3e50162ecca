import Chronology
import DomainCore

/// The truth about a habit: what its owner knows, whatever any device or server believes.
struct HabitRecord: BitwiseCopyable, Sendable {
  var entity: Entity
  var owner: Int
  /// The next habit of the same owner, negative at the end.
  var next: Int
  /// The first and the first no longer due day, counted from the run's first.
  var createdDay: Int32
  var endedDay: Int32 = .max

  init(entity: Entity, owner: Int, next: Int, createdDay: Int32) {
    self.entity = entity
    self.owner = owner
    self.next = next
    self.createdDay = createdDay
  }

  var isLive: Bool { endedDay == .max }
}
