import Base
import Chronology
import DomainCore
import ShakeoutCore

// Actions of families, chosen by a number: what only this engine understands.
extension CorePhone {
  /// Days that no clock of a test makes the future or forgets.
  private static let days = (0..<4).map { LocalDay(year: 2025, month: 12, day: 28 + $0) }

  /// The actions of a number, given what the phone shows.
  func actions(by draw: UInt64) -> [Action<Void>] {
    let members = session.members
    let owner = members[Int(draw >> 8 & 0xFF) % members.count].id
    let place = Int(draw >> 16 & 0xFF)
    let number = Int(draw >> 24 & 0xFFFF)
    let name = "\(Hexadecimal.text(draw).suffix(6))"
    let create = Action.createHabit(name, for: owner).withoutResult
    switch draw & 15 {
    case 0, 1: return [create]
    case 2...5:
      return [
        Self.pick(session.habits(of: owner), place).map { habit in
          .mark(habit.id, done: number % 4 > 0, on: Self.days[number % Self.days.count])
        } ?? create
      ]
    case 6: return Self.pick(session.habits(of: owner), place).map { [.archive($0.id)] } ?? [create]
    case 7:
      return Self.pick(session.habits(of: owner, archived: true), place).map {
        [.archive($0.id, false)]
      } ?? [create]
    case 8: return Self.pick(session.habits(of: owner), place).map { [.delete($0.id)] } ?? [create]
    case 9:
      return Self.pick(session.habits(of: owner), place).map { [.rename($0.id, to: name)] }
        ?? [create]
    case 10: return [Action.awardBonus(1 + number % 500, to: owner, message: name).withoutResult]
    case 11: return [Action.offerReward(name, for: 1 + number % 300).withoutResult]
    case 12:
      return Self.pick(session.rewards, place).map {
        [Action.claim($0.id, for: owner).withoutResult]
      }
        ?? [create]
    case 13: return goal(name, of: owner, reaching: 1 + number % 50)
    case 14:
      return Self.pick(session.goals(of: owner), place).map {
        [.setProgress(of: $0.id, to: number % 60)]
      } ?? goal(name, of: owner, reaching: 1 + number % 50)
    default:
      return [create, Action.awardBonus(1 + number % 20, to: owner, message: name).withoutResult]
    }
  }

  private func goal(_ name: String, of owner: MemberID, reaching target: Int) -> [Action<Void>] {
    [
      Action.createGoal(
        name, for: owner, .skill, reaching: target, term: Self.days[0]...Self.days[3]
      ).withoutResult
    ]
  }

  private static func pick<Element>(_ elements: [Element], _ place: Int) -> Element? {
    elements.isEmpty ? nil : elements[place % elements.count]
  }

  /// What the phone shows of all that these actions change; equal for equal families, whatever
  /// their clocks say.
  var family: String {
    var digest = Digest128.zero
    for member in session.members {
      for isArchived in [false, true] {
        for habit in session.habits(of: member.id, archived: isArchived) {
          let done = Self.days.map { session.isDone(habit.id, on: $0) == true ? "1" : "0" }
          digest.fold(Digest128.of(text: "\(isArchived) \(habit.name) \(done.joined())"))
        }
      }
      for goal in session.goals(of: member.id) {
        digest.fold(
          Digest128.of(text: "\(goal.title) \(goal.current) \(goal.target) \(goal.isCompleted)"))
      }
      digest.fold(
        Digest128.of(text: "\(member.name) \(session.points(of: member.id) ?? -1)"))
    }
    for reward in session.rewards {
      digest.fold(Digest128.of(text: "\(reward.title) \(reward.price)"))
    }
    return digest.description
  }
}
