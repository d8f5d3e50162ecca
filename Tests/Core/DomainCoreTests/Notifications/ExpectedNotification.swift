/// NOT-2, NOT-3 with plain lists: the notifications that the model sends at each step.
struct ExpectedNotification {
  struct Letter: Hashable {
    var cause: ExpectedCause
    var to: Int
  }

  /// One notification, with all that it stands for.
  struct Bundle: Hashable {
    var to: Int
    var theme: Int
    var channels: Int
    var causes: Set<ExpectedCause>
  }

  /// When each was sent last.
  var sent: [Letter: Int] = [:]
  /// What became due while its recipient did not want it.
  var dropped: Set<Letter> = []
  var looked: Int?
  /// How often each case occurred, so that the test can require every case.
  var met: [String: Int] = [:]

  mutating func look(at now: Int, _ home: HomeModel, _ occasions: [ExpectedTrigger]) -> [Bundle] {
    var bundles: [Bundle] = []
    for one in occasions where one.due <= now && home.people[one.to].isHere {
      let letter = Letter(cause: one.cause, to: one.to)
      guard isOpen(letter, home, now) else { continue }
      let kind = one.cause.kind
      let channels = home.channels(one.to, kind)
      let isOfBefore = (5...7).contains(kind) || kind == 13
      let cameLater = isOfBefore && looked ?? .max < home.people[one.to].since
      if channels == 0 || cameLater {
        if sent[letter] == nil { dropped.insert(letter) }
        met[cameLater ? "came later" : "switched off", default: 0] += 1
        continue
      }
      if home.isQuiet(one.to, now) {
        met["held \(kind)", default: 0] += 1
        continue
      }
      if one.due < now { met["late \(kind)", default: 0] += 1 }
      met["sent \(kind)", default: 0] += 1
      if case .series(_, let stamp) = one.cause {
        met[stamp == nil ? "over" : "series", default: 0] += 1
      }
      if sent.updateValue(now, forKey: letter) != nil { met["again", default: 0] += 1 }
      let theme = (5...7).contains(kind) ? 5 : kind
      let place = bundles.firstIndex {
        $0.to == one.to && $0.theme == theme && $0.channels == channels
      }
      if let place {
        bundles[place].causes.insert(one.cause)
        met["together \(theme)", default: 0] += 1
      } else {
        bundles.append(
          Bundle(to: one.to, theme: theme, channels: channels, causes: [one.cause]))
      }
    }
    looked = now
    return bundles
  }

  private mutating func isOpen(_ letter: Letter, _ home: HomeModel, _ now: Int) -> Bool {
    if dropped.contains(letter) { return false }
    let snooze = home.snoozes.last { $0.cause == letter.cause && $0.member == letter.to }
    let until = snooze?.until ?? 0
    if until > now {
      met["snoozed", default: 0] += 1
      return false
    }
    guard let before = sent[letter] else { return true }
    return before < until
  }
}

extension HomeModel {
  /// NOT-2: what was set, or the role's default: push and in-app, or nothing.
  func channels(_ member: Int, _ kind: Int) -> Int {
    if let set = people[member].channels[kind] { return set }
    let isOn =
      switch people[member].role {
      case .parent, .athlete: true
      case .child: (5...8).contains(kind)
      case .observer: [0, 12, 13, 14].contains(kind)
      case .coach: kind == 0 || kind == 13
      }
    return isOn ? 1 + 8 : 0
  }

  func isQuiet(_ member: Int, _ now: Int) -> Bool {
    let person = people[member]
    if now < person.silentUntil { return true }
    guard let quiet = person.quiet else { return false }
    let clock = ModelClock.local(now, in: person.place).minute
    if quiet.from == quiet.until { return true }
    // Counted minute by minute from the beginning, also over midnight.
    let length = (quiet.until - quiet.from + 1_440) % 1_440
    return (clock - quiet.from + 1_440) % 1_440 < length
  }
}
