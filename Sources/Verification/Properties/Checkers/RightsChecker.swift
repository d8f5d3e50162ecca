import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P12 and P13 of people: nothing is taken from somebody who does not belong to the scope, is too
// young to have said it without a consent, or whose role does not let them (FAM-2…FAM-6), nobody
// comes in through a door that is closed (FAM-1), and nobody is refused for a reason that is none.
// P14: everybody is as what the log has made of them.
//
// Checked at quiescence, row by row of the raw log. Who may do what is told for each kind of fact,
// by roles, rosters and drives; that somebody who names themselves means their own record is not
// looked at.
extension LogReplay {
  /// What a row was decided on, as the log has the people just before it.
  mutating func checkRights(_ row: FeedRow) {
    let fact = row.operation.fact
    if wasErased { return }
    if row.verdict.isRejected {
      if let refusal = row.verdict.refusal { checkRefused(fact, because: refusal) }
      return
    }
    if let wrong = people.problem(joining: fact) ?? group.problem(applying: fact) {
      report(.isolation, fact.identity, wrong)
    }
    guard !fact.kind.admits, let author = people.person(fact.author) else { return }
    checkDay(of: fact, committed: row.committed)
    tally.count(.isolation)
    if !author.isActive {
      report(.isolation, fact.identity, "the log has an operation of a person who had left")
    } else if !author.mayAct(on: fact.day, at: fact.version) {
      report(.isolation, fact.identity, "the log has an operation of a child without consent")
    } else if people.may(fact) ?? mayAsDriver(fact) == false {
      report(
        .isolation, fact.identity, "the log has an operation that its author had no right to submit"
      )
    }
  }

  /// SCH-5: whether what somebody says of a drive is of their own; nil where nobody knows any more.
  private func mayAsDriver(_ fact: Fact) -> Bool? {
    guard fact.kind == .occurrenceFieldSet else { return nil }
    let change = OccurrenceChange(fact.payload)
    let isPickUp = change.field == .pickUpNote || change.field == .pickUpHandled
    let duty = Duty(isPickUp ? .pickUp : .dropOff, of: OccurrenceID(fact.entity, change.day))
    let plan = activity.plan
    if let holder = duties.holder(of: duty, in: plan) { return holder == fact.author }
    return duties.isFree(duty, in: plan) ? false : nil
  }

  // P17 of days: no clock makes a day that has begun nowhere count, and nothing is done, or undone
  // but on the day of the tap, on a day that was still ahead of its author (HAB-2, HAB-3).
  private mutating func checkDay(of fact: Fact, committed: Instant) {
    tally.count(.clockSafety)
    if fact.day > committed.utcDay.adding(days: 1) {
      report(
        .clockSafety, fact.identity, "the log has an operation for a day that has begun nowhere")
    }
    guard fact.kind == .completionSet else { return }
    let said = CompletionPayload(fact.payload)
    if said.day > fact.day {
      report(.clockSafety, fact.identity, "a habit was completed for a future day")
    } else if !said.done && abs(said.day.distance(to: fact.day)) > 1 {
      report(.clockSafety, fact.identity, "a habit was undone for a day that had ended")
    }
  }

  private mutating func checkRefused(_ fact: Fact, because refusal: Refusal) {
    guard !fact.kind.admits, let author = people.person(fact.author) else { return }
    let isWrong: Bool
    switch refusal {
    case .memberRemoved: isWrong = author.isActive
    // FAM-5: what parents have said stands in a family's log, and holds in groups as well.
    case .consentMissing:
      isWrong = fact.kind.area != .groups && author.mayAct(on: fact.day, at: fact.version)
    case .loggingNotAllowed, .rewardClaimNotAllowed, .profileNotYours, .sharingNotYours,
      .notificationsNotYours, .coachNeeded, .notOnRoster:
      isWrong = people.may(fact) == true
    // FAM-12: nobody needs a parent to share no more.
    case .parentNeeded where fact.kind == .groupConsentSet:
      isWrong = fact.payload.first & 1 == 0
    case .parentNeeded: isWrong = author.isActive && author.role == .parent
    default: return
    }
    tally.count(.caps)
    if isWrong {
      report(.caps, fact.identity, "an operation was rejected that its author may submit")
    }
  }

  /// FAM-1: after what may have ended it, a family still has a parent.
  mutating func checkLeft(_ fact: Fact) {
    guard fact.kind == .memberEnded || fact.kind == .memberRoleSet, !wasErased else { return }
    tally.count(.caps)
    if people.isOrphaned {
      report(.caps, fact.identity, "a family was left without a parent")
    }
  }

  mutating func checkPeople(_ state: borrowing ScopeState) {
    if wasErased || state.group.head.isDeleted { return }
    tally.count(.derivedState)
    guard people.people.count == state.memberCount else {
      report(
        .derivedState, "a scope's members differ from the log",
        expected: "\(people.people.count)", found: "\(state.memberCount)")
      return
    }
    for place in people.people.indices {
      let (told, member) = (people.people[place], state.member(MemberHandle(UInt16(place))))
      tally.count(.derivedState)
      if told.role != member.role || told.isActive != member.isActive
        || told.born != member.born || told.hasConsent != (member.consent == .given)
        || (told.role != .groupMember && told.isRemoved != member.isRemoved)
      {
        report(
          .derivedState, "a member differs from the log",
          expected: "member \(place): \(told.role), \(told.isActive ? "active" : "out")",
          found: "\(member.role), \(member.isActive ? "active" : "out")")
      }
    }
  }
}

// MARK: Reading

// P12 of screens: everybody reads what their role, their own consent and a coach's roster let them,
// and nothing else (FAM-2, FAM-3, FAM-10). P14: what a child's profile still needs is what nobody
// has said of it (FAM-11).
//
// Checked at quiescence, for everybody, everything and everybody else. That a device asks before it
// shows something is the business of the apps.
extension LogReplay {
  mutating func checkReading(_ state: borrowing ScopeState) {
    // Of a group nobody reads anything by this rule.
    if wasErased || state.group.head.isFounded { return }
    guard people.people.count == state.memberCount else { return }
    for reader in people.members {
      checkProfile(of: reader, state)
      for subject in people.members {
        tally.count(.isolation)
        for topic in ReadingTopic.allCases {
          let isRead = people.reads(topic, of: subject, reader, on: now.utcDay)
          if state.mayRead(topic, of: subject, reader: reader, on: now.utcDay) != isRead {
            report(
              .isolation, "a person's read access differs from the rules",
              expected: "\(Self.words(reader)) \(isRead ? "reads" : "does not read") \(topic)",
              found: "the \(topic) of \(Self.words(subject))")
          }
        }
      }
    }
  }

  private mutating func checkProfile(of person: MemberHandle, _ state: borrowing ScopeState) {
    let place = Int(person.index)
    var missing: ProfileNeeds = []
    if people.people[place].role == .child {
      if bodies.name(of: place) == .empty { missing.insert(.name) }
      if bodies.sex(of: place) == nil { missing.insert(.sex) }
      if bodies.weight(of: place, on: now.utcDay) == nil { missing.insert(.weight) }
      if bodies.height(of: place, on: now.utcDay) == nil { missing.insert(.height) }
    }
    tally.count(.derivedState)
    if state.profileMissing(of: person) != missing {
      report(
        .derivedState, "what a child's profile needs differs from the log",
        expected: "\(missing.rawValue) of \(Self.words(person))",
        found: "\(state.profileMissing(of: person).rawValue)")
    }
  }
}
