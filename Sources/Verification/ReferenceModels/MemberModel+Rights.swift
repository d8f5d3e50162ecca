public import DomainCore

// FAM-2…FAM-4, FAM-10…FAM-12: write access, computed from the log's data about the author and the
// subject, and from the coach's roster.
extension MemberModel {
  /// Whether an author may write a fact; nil where that does not depend on members alone.
  public func may(_ fact: Fact) -> Bool? {
    guard let author = person(fact.author) else { return nil }
    let isOwn = fact.author == fact.subject
    let isParent = author.role == .parent
    let mayDrive = isParent || author.role == .observer
    switch RequiredRight.needed(for: fact.kind) {
    case .anybody, .newcomer: return nil
    case .logging: return mayLog(fact)
    case .ownOrParent: return isParent || (author.role == .athlete && isOwn)
    case .parent: return isParent
    case .goal: return isParent || (author.role == .athlete && isOwn) || isChildsNote(fact)
    case .leaving:
      return isParent || (isOwn && author.role != .child && author.role != .groupMember)
    case .roster:
      let isOwnRoster = fact.payload.second == UInt64(fact.author.index)
      return isParent || (author.role == .coach && isOwnRoster)
    case .profile:
      return isParent || (isOwn && author.role != .child && author.role != .groupMember)
    case .sharing: return mayShare(fact)
    case .assigning: return author.role == .coach && hasOnRoster(fact)
    case .assignment: return mayChangeAssignment(fact)
    case .occurrence: return isParent ? true : isOfDuty(fact) ? nil : false
    case .claim: return isParent && isOwn
    case .duty:
      guard let driver = person(fact.subject) else { return false }
      return isParent && driver.isActive && (driver.role == .parent || driver.role == .observer)
    case .release: return isParent || (mayDrive && isOwn)
    case .coverage: return mayDrive && isOwn
    case .swap: return SwapPayload(fact).step == .proposed ? isParent : mayDrive
    case .settings:
      return author.role != .groupMember
        && (isOwn || (isParent && person(fact.subject)?.role == .child))
    case .seat: return author.role == .groupMember && isOwn
    case .admin: return author.role == .groupMember
    }
  }

  private func mayLog(_ fact: Fact) -> Bool {
    guard let author = person(fact.author) else { return false }
    let isOwn = fact.author == fact.subject
    return switch author.role {
    case .parent: true
    case .child: isOwn && author.mayLog
    case .athlete: isOwn
    case .observer, .coach, .groupMember: false
    }
  }

  private func isChildsNote(_ fact: Fact) -> Bool {
    fact.kind == .goalTextSet && fact.payload.first == UInt64(GoalText.childNote.rawValue)
      && fact.author == fact.subject && mayLog(fact)
  }

  private func mayShare(_ fact: Fact) -> Bool {
    guard let author = person(fact.author), let owner = person(fact.subject) else { return false }
    let isOwn = fact.author == fact.subject
    guard owner.role == .child else { return isOwn && owner.role != .groupMember }
    return author.role == .parent || (isOwn && !owner.isUnderAge(on: fact.day))
  }

  /// FAM-10: whether the subject is an athlete of the family on the roster of the author, its
  /// coach.
  private func hasOnRoster(_ fact: Fact) -> Bool {
    guard let athlete = person(fact.subject) else { return false }
    return athlete.isActive && athlete.role == .athlete
      && rosters.has(fact.subject, of: fact.author)
  }

  private func mayChangeAssignment(_ fact: Fact) -> Bool? {
    let change = TrainingChange(fact.payload, hasDay: false)
    if change.field == AssignmentField.completion.rawValue { return mayLog(fact) }
    guard let author = person(fact.author) else { return nil }
    if author.role == .parent { return true }
    return author.role == .coach && rosters.coach(of: fact.entity) == fact.author
      && hasOnRoster(fact)
  }

  private func isOfDuty(_ fact: Fact) -> Bool {
    switch OccurrenceChange(fact.payload).field {
    case .dropOffNote, .pickUpNote, .dropOffHandled, .pickUpHandled: true
    default: false
    }
  }
}
