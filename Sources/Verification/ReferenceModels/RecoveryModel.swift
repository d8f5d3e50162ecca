public import Chronology
public import DomainCore

/// TRN-5, TRN-6 told from the log alone: how somebody felt on a day, which mobility work they did,
/// and what is recommended to who feels so and has trained so much.
public struct RecoveryModel: ReferenceModel {
  private struct Key: Hashable {
    var person: UInt16
    var day: LocalDay
  }

  private struct Log {
    var entity: Entity
    var key: Key
    var work: MobilityWork
    var isDeleted = false
  }

  private var checkIns: [Key: LatestWrite] = [:]
  private var logs: [Log] = []

  public init() {}

  /// Takes in the next fact of the log that was not refused.
  public mutating func ingest(_ fact: Fact) {
    let key = Key(person: fact.subject.index, day: fact.day)
    switch fact.kind {
    case .wellnessSet: checkIns[key, default: LatestWrite()].take(fact.payload.first, fact)
    case .mobilityLogged:
      logs.append(Log(entity: fact.identity, key: key, work: MobilityWork(fact.payload)))
    case .trainingLogDeleted:
      for place in logs.indices where logs[place].entity == fact.entity {
        logs[place].isDeleted = true
      }
    default: break
    }
  }

  // MARK: Reading

  /// TRN-5: the mobility work of somebody's days, the deleted one as days without any.
  public func mobility(
    of person: MemberHandle
  ) -> [LocalDay: [(entity: Entity, work: MobilityWork)]] {
    var days: [LocalDay: [(entity: Entity, work: MobilityWork)]] = [:]
    for log in logs where log.key.person == person.index {
      days[log.key.day, default: []] += log.isDeleted ? [] : [(log.entity, log.work)]
    }
    return days.mapValues { $0.sorted { $0.entity < $1.entity } }
  }

  /// HOME-1: how somebody felt on a day, mentally and physically together.
  public func wellness(of person: MemberHandle, on day: LocalDay) -> Int? {
    checkIns[Key(person: person.index, day: day)].map {
      Int($0.value & 0xFF) + Int($0.value >> 8 & 0xFF)
    }
  }

  /// TRN-6: the mean of how somebody felt on some days, in tenths and rounded half up; nil where
  /// they have never said so.
  public func wellnessTenths(of person: MemberHandle, in days: ClosedRange<LocalDay>) -> Int? {
    var (sum, count) = (0, 0)
    for (key, said) in checkIns where key.person == person.index && days.contains(key.day) {
      sum += Int(said.value & 0xFF) + Int(said.value >> 8 & 0xFF)
      count += 2
    }
    return count == 0 ? nil : (20 * sum + count) / (2 * count)
  }

  /// TRN-6: who has not said how they feel is asked to; else the better one feels and the less one
  /// has trained, the more is recommended.
  public static func advice(wellnessTenths: Int?, load: Int) -> Advice {
    guard let wellness = wellnessTenths else { return .checkIn }
    // Three hours at effort 8, and one hour at effort 5.
    let (isHeavy, isLight) = (load >= 1_440, load <= 300)
    let ladder: [Advice] = [.rest, .mobility, .easyTraining, .plannedTraining, .extraTraining]
    // On which of five steps one stands by how one feels.
    let step = [35, 50, 70, 85].count { wellness >= $0 }
    if step == 4 { return isLight ? .extraTraining : .plannedTraining }
    return ladder[isHeavy ? max(0, step - 1) : step]
  }
}
