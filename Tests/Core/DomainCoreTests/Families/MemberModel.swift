/// The reference model of family membership: lists of every accepted event.
///
/// It shares no code with the module that it checks: each result is computed from the whole list of
/// events every time, with days as (year, month, day).
struct MemberModel {
  struct Date: Comparable, Hashable {
    var year: Int
    var month: Int
    var day: Int

    static func < (left: Date, right: Date) -> Bool {
      (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
  }

  /// The time of a write; the later one wins, and at equal times that of the greater site.
  struct Moment: Comparable {
    var tick: Int
    var site: Int

    static func < (left: Moment, right: Moment) -> Bool {
      (left.tick, left.site) < (right.tick, right.site)
    }
  }

  enum What {
    case join(code: Int, role: String, born: Date)
    /// With a name and a weight, or without anything.
    case add(role: String, born: Date, full: Bool)
    case end(Int, forGood: Bool)
    case activate(Int)
    case role(Int, String)
    case consent(Int, Bool)
    case invite(code: Int, role: String)
    case revoke(code: Int)
    case roster(coach: Int, athlete: Int, Bool)
    case weigh(Int, day: Int, date: Date, grams: Int)
    case name(Int, Int)
    case share(Int, Bool)
    case allow(Int, Bool)
    /// Logs water for a person.
    case log(Int)
  }

  struct Event {
    var at: Moment
    var author: Int
    var day: Int
    /// The same day as a date.
    var date: Date
    /// When the server accepted it.
    var committed: Int
    var what: What
  }

  struct Person {
    var role: String
    var born: Date
    var founder: Bool
    /// The day on which they were added with a name and a weight.
    var comingDay: Int?
    var comingAt: Moment?
  }

  static let nameComing = 7
  static let gramsComing = 33_000

  private(set) var people: [Person]
  private(set) var accepted: [Event] = []

  init(founders: [Person]) {
    people = founders
  }

  // MARK: Results computed from the list

  func role(_ person: Int) -> String {
    for event in accepted.reversed() {
      if case .role(person, let role) = event.what { return role }
    }
    return people[person].role
  }

  /// Whether they belong to the family, and whether they were removed permanently.
  func standing(_ person: Int) -> (isActive: Bool, isGone: Bool) {
    var standing = (isActive: true, isGone: false)
    for event in accepted {
      switch event.what {
      case .end(person, let forGood):
        standing = (false, standing.isGone || forGood)
      case .activate(person): if !standing.isGone { standing.isActive = true }
      default: break
      }
    }
    return standing
  }

  func ends(_ person: Int) -> [Int] {
    var ends: [Int] = []
    var isActive = true
    var isGone = false
    for event in accepted {
      switch event.what {
      case .end(person, let forGood):
        if isActive { ends.append(event.committed) }
        isActive = false
        isGone = isGone || forGood
      case .activate(person): isActive = isActive || !isGone
      default: break
      }
    }
    return ends
  }

  var parents: [Int] {
    people.indices.filter { role($0) == "parent" && standing($0).isActive }
  }

  private func latest<Value>(_ pick: (What) -> Value?) -> (at: Moment, value: Value)? {
    var latest: (at: Moment, value: Value)?
    for event in accepted {
      if let value = pick(event.what), latest == nil || latest!.at < event.at {
        latest = (event.at, value)
      }
    }
    return latest
  }

  func isOld(_ person: Int, on date: Date) -> Bool { age(people[person].born, on: date) >= 13 }

  func age(_ born: Date, on date: Date) -> Int {
    let had = (date.month, date.day) >= (born.month, born.day)
    return date.year - born.year - (had ? 0 : 1)
  }

  /// Why a child's account is closed to an action at that moment, or nil.
  func consent(_ person: Int, at moment: Moment? = nil) -> String? {
    let given = latest { if case .consent(person, true) = $0 { true } else { nil } }?.at
    let withdrawn = latest { if case .consent(person, false) = $0 { true } else { nil } }?.at
    guard let withdrawn else {
      return given != nil || people[person].founder ? nil : "consentMissing"
    }
    guard let given, withdrawn < given else { return "accountClosed" }
    if let moment, moment < given { return "accountClosed" }
    return nil
  }

  func mayLog(_ author: Int, _ subject: Int) -> Bool {
    switch role(author) {
    case "parent": return true
    case "athlete": return author == subject
    case "child":
      let allowed = latest {
        if case .allow(author, let isAllowed) = $0 { isAllowed } else { nil }
      }
      return author == subject && allowed?.value == true
    default: return false
    }
  }

  func isOnRoster(_ coach: Int, _ athlete: Int) -> Bool {
    let entry = latest { if case .roster(coach, athlete, let isOn) = $0 { isOn } else { nil } }
    return entry?.value == true && role(coach) == "coach" && role(athlete) == "athlete"
      && standing(coach).isActive && standing(athlete).isActive
  }

  func shares(_ person: Int) -> Bool {
    latest { if case .share(person, let shares) = $0 { shares } else { nil } }?.value ?? false
  }

  func name(_ person: Int) -> Int {
    latest { if case .name(person, let name) = $0 { name } else { nil } }?.value
      ?? (people[person].comingDay == nil ? 0 : Self.nameComing)
  }

  func weight(_ person: Int, on day: Int) -> Int? {
    var entries: [Int: (at: Moment, grams: Int)] = [:]
    if let day = people[person].comingDay {
      entries[day] = (people[person].comingAt!, Self.gramsComing)
    }
    for event in accepted {
      guard case .weigh(person, let entry, _, let grams) = event.what else { continue }
      if let known = entries[entry], event.at < known.at { continue }
      entries[entry] = (event.at, grams)
    }
    let real = entries.filter { $0.value.grams > 0 }
    let before = real.keys.filter { $0 <= day }.max()
    let after = real.keys.filter { $0 > day }.min()
    return (before ?? after).map { real[$0]!.grams }
  }

  /// Whether a person still has for `start` what they accepted after that many removals.
  func keeps(_ person: Int, takenAfter count: Int, start: Int) -> Bool {
    let ends = ends(person)
    return count < ends.count ? start <= ends[count] : standing(person).isActive
  }

  // MARK: Events

  /// Applies an event, or returns why it is refused.
  mutating func receive(_ event: Event) -> String? {
    if let reason = refusal(of: event) { return reason }
    accepted.append(event)
    switch event.what {
    case .join(_, let role, let born):
      people.append(Person(role: role, born: born, founder: false))
    case .add(let role, let born, let full):
      people.append(
        Person(
          role: role, born: born, founder: false, comingDay: full ? event.day : nil,
          comingAt: event.at))
    default: break
    }
    return nil
  }

  private func invitation(_ code: Int) -> (maker: Int, role: String)? {
    for event in accepted {
      if case .invite(code, let role) = event.what { return (event.author, role) }
    }
    return nil
  }

  private func isUsed(_ code: Int) -> Bool {
    accepted.contains { if case .join(code, _, _) = $0.what { true } else { false } }
  }

  private func refusal(of event: Event) -> String? {
    if case .join(let code, let role, let born) = event.what {
      if let reason = birth(born, role, event.date) { return reason }
      guard let invitation = invitation(code) else { return "invitationUnknown" }
      if isUsed(code) { return "invitationUsed" }
      let isRevoked = accepted.contains {
        if case .revoke(code) = $0.what { true } else { false }
      }
      if isRevoked || !parents.contains(invitation.maker) { return "invitationRevoked" }
      return invitation.role == role ? nil : "invitationForAnother"
    }
    let author = event.author
    if !standing(author).isActive { return "memberRemoved" }
    if ["child", "athlete"].contains(role(author)), !isOld(author, on: event.date),
      let reason = consent(author, at: event.at)
    {
      return reason
    }
    return refusalOfActing(event, author, isParent: role(author) == "parent")
  }

  private func refusalOfActing(_ event: Event, _ author: Int, isParent: Bool) -> String? {
    let needsParent = isParent ? nil : "parentNeeded"
    func leaves(_ person: Int) -> String? { parents == [person] ? "lastParent" : nil }
    switch event.what {
    case .join: return nil
    case .add(let role, let born, let full):
      if let reason = needsParent ?? birth(born, role, event.date) { return reason }
      return role == "child" && !full ? "profileIncomplete" : nil
    case .end(let person, _):
      let mayLeave =
        author == person && ["observer", "coach", "athlete"].contains(role(author))
      return (mayLeave ? nil : needsParent) ?? leaves(person)
    case .activate(let person):
      return needsParent ?? (standing(person).isGone ? "memberGone" : nil)
    case .role(let person, let new):
      if let needsParent { return needsParent }
      if new == role(person) { return nil }
      if ["parent", "coach"].contains(new) && !isOld(person, on: event.date) {
        return "roleTooYoung"
      }
      return new == "parent" ? nil : leaves(person)
    case .consent(let child, _):
      let needed = ["child", "athlete"].contains(role(child)) && !isOld(child, on: event.date)
      return needsParent ?? (needed ? nil : "consentNotNeeded")
    case .invite(let code, _):
      return needsParent ?? (invitation(code) == nil ? nil : "invitationUsed")
    case .revoke(let code):
      if let needsParent { return needsParent }
      if invitation(code) == nil { return "invitationUnknown" }
      return isUsed(code) ? "invitationUsed" : nil
    case .roster(let coach, let athlete, let isOn):
      let isOwn = author == coach && role(coach) == "coach"
      if !isOwn, let needsParent { return needsParent }
      let isPossible = role(coach) == "coach" && role(athlete) == "athlete"
      return isPossible || !isOn ? nil : "rosterNotPossible"
    case .weigh(let person, let day, let date, let grams):
      if let reason = edit(author, person) { return reason }
      if grams != 0 && !(500...500_000).contains(grams) { return "profileValueImpossible" }
      if day > event.day { return "dayInFuture" }
      return date < people[person].born ? "profileValueImpossible" : nil
    case .name(let person, let name):
      return edit(author, person) ?? (name == 0 ? "profileIncomplete" : nil)
    case .share(let person, _):
      let isChild = role(person) == "child"
      let isOwn = author == person && (!isChild || isOld(person, on: event.date))
      return isOwn || (isChild && isParent) ? nil : "sharingNotYours"
    case .allow(let child, _):
      return needsParent ?? (role(child) == "child" ? nil : "subjectNotChild")
    case .log(let person): return mayLog(author, person) ? nil : "loggingNotAllowed"
    }
  }

  private func edit(_ author: Int, _ person: Int) -> String? {
    if role(author) == "parent" { return nil }
    return author == person && role(author) != "child" ? nil : "profileNotYours"
  }

  private func birth(_ born: Date, _ role: String, _ date: Date) -> String? {
    if born.year < 1900 || date < born { return "profileValueImpossible" }
    return ["parent", "coach"].contains(role) && age(born, on: date) < 13 ? "roleTooYoung" : nil
  }
}
