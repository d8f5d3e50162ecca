public import Chronology
public import DomainCore

/// A reference model of TRN-5 and TRN-6, computed from the log alone: a person's check-ins and
/// mobility work, and the recommendation for a wellness and a training load.
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

  /// Processes the next accepted fact of the log.
  public mutating func ingest(_ fact: Fact) {
    let key = Key(person: fact.subject.index, day: fact.day)
    switch fact.kind {
    case .wellnessSet: checkIns[key, default: LatestWrite()].merge(fact.payload.first, fact)
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

  /// TRN-5: the mobility work on a person's days; deleted work counts as days without any.
  public func mobility(
    of person: MemberHandle
  ) -> [LocalDay: [(entity: Entity, work: MobilityWork)]] {
    var days: [LocalDay: [(entity: Entity, work: MobilityWork)]] = [:]
    for log in logs where log.key.person == person.index {
      days[log.key.day, default: []] += log.isDeleted ? [] : [(log.entity, log.work)]
    }
    return days.mapValues { $0.sorted { $0.entity < $1.entity } }
  }

  /// HOME-1: a person's wellness on a day, mental and physical together.
  public func wellness(of person: MemberHandle, on day: LocalDay) -> Int? {
    checkIns[Key(person: person.index, day: day)].map {
      Int($0.value & 0xFF) + Int($0.value >> 8 & 0xFF)
    }
  }

  /// TRN-6: a person's mean wellness on some days, in tenths and rounded half up; nil without a
  /// check-in.
  public func wellnessTenths(of person: MemberHandle, in days: ClosedRange<LocalDay>) -> Int? {
    var (sum, count) = (0, 0)
    for (key, checkIn) in checkIns where key.person == person.index && days.contains(key.day) {
      sum += Int(checkIn.value & 0xFF) + Int(checkIn.value >> 8 & 0xFF)
      count += 2
    }
    return count == 0 ? nil : (20 * sum + count) / (2 * count)
  }

  /// TRN-6: without a check-in the advice is to check in; otherwise the better the wellness and the
  /// lower the load, the more is recommended.
  public static func advice(wellnessTenths: Int?, load: Int) -> Advice {
    guard let wellness = wellnessTenths else { return .checkIn }
    // Three hours at effort 8, and one hour at effort 5.
    let (isHeavy, isLight) = (load >= 1_440, load <= 300)
    let ladder: [Advice] = [.rest, .mobility, .easyTraining, .plannedTraining, .extraTraining]
    // The step of five that the wellness reaches.
    let step = [35, 50, 70, 85].count { wellness >= $0 }
    if step == 4 { return isLight ? .extraTraining : .plannedTraining }
    return ladder[isHeavy ? max(0, step - 1) : step]
  }
}
