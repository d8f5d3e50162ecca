import Chronology
public import DomainCore

/// A reference model of HAB-5 and HAB-8, computed from the log alone: which habits exist, and when
/// the others were deleted.
public struct HabitLifeModel: ReferenceModel {
  private struct Life {
    var isAlive = true
    var deleted = Version.never
    var restored = Version.never
    var deletedAt = Instant(milliseconds: 0)
  }

  private var lives: [Entity: Life] = [:]

  public init() {}

  public func isAlive(_ habit: Entity) -> Bool { lives[habit]?.isAlive ?? true }

  /// HAB-8: the time between a habit's deletion and the tap on restore; nil for an existing habit.
  public func deletedBefore(_ restore: Fact) -> Int64? {
    guard let life = lives[restore.entity], !life.isAlive else { return nil }
    return restore.tapped - life.deletedAt
  }

  /// Processes the next accepted fact of the log.
  public mutating func ingest(_ fact: Fact) {
    switch fact.kind {
    case .habitDeleted:
      var life = lives[fact.entity] ?? Life()
      guard life.isAlive, life.restored < fact.version else { return }
      life.isAlive = false
      life.deleted = fact.version
      // Rounded down to seconds, the precision of facts.
      life.deletedAt = Instant(milliseconds: fact.tapped.milliseconds / 1_000 * 1_000)
      lives[fact.entity] = life
    case .habitRestored:
      guard var life = lives[fact.entity], !life.isAlive, life.deleted < fact.version else {
        return
      }
      life.isAlive = true
      life.restored = fact.version
      lives[fact.entity] = life
    default: break
    }
  }
}
