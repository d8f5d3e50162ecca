import Chronology
public import DomainCore

/// HAB-5, HAB-8 told from the log alone: which habits are there, and since when which are not.
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

  /// HAB-8: how long before a restore was tapped the habit was deleted; nil of one that is there.
  public func deletedBefore(_ restore: Fact) -> Int64? {
    guard let life = lives[restore.entity], !life.isAlive else { return nil }
    return restore.tapped - life.deletedAt
  }

  /// Takes in the next fact of the log that was not refused.
  public mutating func ingest(_ fact: Fact) {
    switch fact.kind {
    case .habitDeleted:
      var life = lives[fact.entity] ?? Life()
      guard life.isAlive, life.restored < fact.version else { return }
      life.isAlive = false
      life.deleted = fact.version
      // To the second, as facts carry it.
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
