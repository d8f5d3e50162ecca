import Chronology
import DomainCore

@testable import SyncCore

/// The content of a log, kept in dictionaries: slow, simple, and without a line shared with the
/// fold.
struct FamilyModel {
  struct Written<Value: Equatable>: Equatable {
    var stamp: UInt64
    var site: UInt32
    var value: Value

    /// The winning one of two writes: greatest stamp, then greatest site.
    static func later(_ old: Self?, _ new: Self) -> Self {
      guard let old else { return new }
      return (new.stamp, new.site) > (old.stamp, old.site) ? new : old
    }
  }

  struct ModelHabit: Equatable {
    var owner: MemberHandle
    var name: Written<UInt32>
    var isArchived: Written<Bool>
    /// HAB-8: of deletes and restores the later tap wins, whatever arrived first.
    var life = Written(stamp: 0, site: 0, value: true)
    var isAlive: Bool { life.value }
    var done: [Int32: Written<Bool>] = [:]
  }

  struct PersonDay: Hashable {
    var person: UInt16
    var day: Int32
  }

  var habits: [UInt64: ModelHabit] = [:]
  var water: [PersonDay: UInt32] = [:]
  var feelings: [PersonDay: Written<[UInt8]>] = [:]
  var mayLog: [UInt16: Written<Bool>] = [:]

  mutating func apply(_ fact: Fact) {
    func written<Value>(_ value: Value) -> Written<Value> {
      Written(stamp: fact.version.stamp, site: fact.version.site, value: value)
    }
    let personDay = PersonDay(person: fact.subject.index, day: fact.day.number)
    switch fact.kind {
    case .habitCreated:
      let name = UInt32(truncatingIfNeeded: fact.payload.first)
      habits[UInt64(fact.version.site) << 32 | UInt64(fact.sequence)] = ModelHabit(
        owner: fact.subject, name: written(name), isArchived: written(false))
    case .waterLogged:
      water[personDay, default: 0] += UInt32(fact.payload.first & 0xFFFF)
    case .wellnessSet:
      let score = [UInt8(fact.payload.first & 0xFF), UInt8(fact.payload.first >> 8 & 0xFF)]
      feelings[personDay] = .later(feelings[personDay], written(score))
    case .childMayLogSet:
      let child = fact.subject.index
      mayLog[child] = .later(mayLog[child], written(fact.payload.first != 0))
    default:
      habits[fact.entity.raw]?.apply(fact)
    }
  }
}

extension FamilyModel.ModelHabit {
  mutating func apply(_ fact: Fact) {
    func written<Value>(_ value: Value) -> FamilyModel.Written<Value> {
      .init(stamp: fact.version.stamp, site: fact.version.site, value: value)
    }
    switch fact.kind {
    case .completionSet:
      let day = Int32(truncatingIfNeeded: fact.payload.first)
      done[day] = .later(done[day], written(fact.payload.first >> 32 & 1 == 1))
    case .habitNameSet:
      name = .later(name, written(UInt32(truncatingIfNeeded: fact.payload.first)))
    case .habitArchivedSet: isArchived = .later(isArchived, written(fact.payload.first != 0))
    case .habitDeleted where life.value: life = .later(life, written(false))
    case .habitRestored where !life.value: life = .later(life, written(true))
    default: break
    }
  }
}
