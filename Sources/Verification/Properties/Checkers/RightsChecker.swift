import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P12 and P13 of people: no operation is accepted from a person outside the scope, from a child
// without the needed consent, or from a person whose role does not allow it (FAM-2…FAM-6); no one
// joins without a valid invitation (FAM-1); and no operation is rejected for a reason that does not
// apply. P14: every member is what the log has made of them.
//
// Checked at quiescence, row by row of the raw log. Rights are defined for each kind of fact, by
// roles, rosters and drives; it does not check that a person who names themselves means their own
// record.
extension LogReplay {
  /// Checks a row against the members that the log has just before it.
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

  /// SCH-5: whether an operation about a drive concerns the author's own; nil if that is unknown by
  /// now.
  private func mayAsDriver(_ fact: Fact) -> Bool? {
    guard fact.kind == .occurrenceFieldSet else { return nil }
    let change = OccurrenceChange(fact.payload)
    let isPickUp = change.field == .pickUpNote || change.field == .pickUpHandled
    let duty = Duty(isPickUp ? .pickUp : .dropOff, of: OccurrenceID(fact.entity, change.day))
    let plan = activity.plan
    if let holder = duties.holder(of: duty, in: plan) { return holder == fact.author }
    return duties.isFree(duty, in: plan) ? false : nil
  }

  // P17 of days: no clock makes a day count that has begun nowhere; nothing is completed on a day
  // that was still ahead of its author or has not begun for them, and nothing is undone except on
  // the day of the tap (HAB-2, HAB-3, HAB-10).
  private mutating func checkDay(of fact: Fact, committed: Instant) {
    tally.count(.clockSafety)
    if fact.day > committed.utcDay.adding(days: 1) {
      report(
        .clockSafety, fact.identity, "the log has an operation for a day that has begun nowhere")
    }
    guard fact.kind == .completionSet else { return }
    let payload = CompletionPayload(fact.payload)
    if payload.day > fact.day {
      report(.clockSafety, fact.identity, "a habit was completed for a future day")
    } else if payload.day
      > (Int(fact.zone) < Zone.count ? Zone(id: fact.zone) : .utc)
      .localDay(at: committed)
    {
      report(
        .clockSafety, fact.identity, "a habit was completed for a day that had not begun (HAB-10)")
    } else if !payload.done && abs(payload.day.distance(to: fact.day)) > 1 {
      report(.clockSafety, fact.identity, "a habit was undone for a day that had ended")
    }
  }

  private mutating func checkRefused(_ fact: Fact, because refusal: Refusal) {
    guard !fact.kind.admits, let author = people.person(fact.author) else { return }
    let isWrong: Bool
    switch refusal {
    case .memberRemoved: isWrong = author.isActive
    // FAM-5: the parents' consent is in a family's log, and applies to groups as well.
    case .consentMissing:
      isWrong = fact.kind.area != .groups && author.mayAct(on: fact.day, at: fact.version)
    case .loggingNotAllowed, .rewardClaimNotAllowed, .profileNotYours, .sharingNotYours,
      .notificationsNotYours, .coachNeeded, .notOnRoster:
      isWrong = people.may(fact) == true
    // FAM-12: no parent is needed to stop sharing.
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

  /// FAM-1: after an operation that may have ended it, a family still has a parent.
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
      let (expected, member) = (people.people[place], state.member(MemberHandle(UInt16(place))))
      tally.count(.derivedState)
      if expected.role != member.role || expected.isActive != member.isActive
        || expected.born != member.born || expected.hasConsent != (member.consent == .given)
        || (expected.role != .groupMember && expected.isRemoved != member.isRemoved)
      {
        report(
          .derivedState, "a member differs from the log",
          expected: "member \(place): \(expected.role), \(expected.isActive ? "active" : "out")",
          found: "\(member.role), \(member.isActive ? "active" : "out")")
      }
    }
  }
}

// MARK: Reading

// P12 of screens: a person reads what their role, their own consent and a coach's roster allow, and
// nothing else (FAM-2, FAM-3, FAM-10). P14: a child's profile asks for exactly the values that are
// missing (FAM-11).
//
// Checked at quiescence, for every reader, topic and person. The apps are responsible for asking
// before they show something.
extension LogReplay {
  mutating func checkReading(_ state: borrowing ScopeState) {
    // These rules do not apply to groups.
    if wasErased || state.group.head.isFounded { return }
    guard people.people.count == state.memberCount else { return }
    for reader in people.members {
      checkProfile(of: reader, state)
      for subject in people.members {
        tally.count(.isolation)
        for topic in ReadingTopic.allCases {
          let isRead = people.reads(topic, of: subject, reader, on: now.utcDay)
          if state.shared.mayRead(topic, of: subject, reader: reader, on: now.utcDay) != isRead {
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
    if state.families.profileMissing(of: person, state.shared) != missing {
      report(
        .derivedState, "what a child's profile needs differs from the log",
        expected: "\(missing.rawValue) of \(Self.words(person))",
        found: "\(state.families.profileMissing(of: person, state.shared).rawValue)")
    }
  }
}
