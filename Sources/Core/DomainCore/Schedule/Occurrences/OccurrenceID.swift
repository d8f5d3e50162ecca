import Base
public import Chronology

/// SCH-4: identifies an occurrence of a class by the day that the class's rule gave it, also after
/// it was moved.
public struct OccurrenceID: BitwiseCopyable, Hashable, Sendable {
  public var trainingClass: Entity
  public var day: LocalDay

  @inlinable public init(_ trainingClass: Entity, _ day: LocalDay) {
    self.trainingClass = trainingClass
    self.day = day
  }

  var rowKey: RowKey { RowKey(trainingClass.raw, day.packed) }
}

extension OccurrenceID: Comparable {
  @inlinable public static func < (left: OccurrenceID, right: OccurrenceID) -> Bool {
    (left.trainingClass, left.day) < (right.trainingClass, right.day)
  }
}
