import Chronology

extension ScheduleTestModel {
  /// The server's response, as the name of a refusal, "changed" or "superseded".
  mutating func receive(_ event: ModelCommandEvent) -> String {
    if removed.contains(event.author) { return "memberRemoved" }
    if let refusal = refusal(event) { return refusal }
    return take(event) ? "changed" : "superseded"
  }

  // MARK: Deciding

  private func refusal(_ event: ModelCommandEvent) -> String? {
    let byParent = Self.isParent(event.author)
    switch event.what {
    case .attended(let training, let day, let attended):
      guard byParent else { return "loggingNotAllowed" }
      if let refusal = classRefusal(training) { return refusal }
      if !attended { return nil }
      if let refusal = dayRefusal(training, day) { return refusal }
      guard participants(training).contains(event.subject) else { return "notParticipant" }
      return Zone.utc.localDay(at: startInstant(training, day)) <= event.day ? nil : "dayInFuture"
    case .cancel(let training, let day, _), .lasts(let training, let day, _),
      .moveRoom(let training, let day, _):
      return byParent ? existenceRefusal(training, day) : "parentNeeded"
    case .move(let training, let day, let to, _):
      guard byParent else { return "parentNeeded" }
      if let refusal = existenceRefusal(training, day) { return refusal }
      guard let to else { return nil }
      return inSeason(sport(of: training), to) ? nil : "outsideSeason"
    case .claim, .release, .assign, .coverage:
      return dutyRefusal(event)
    case .swap(let given, let wanted, let step):
      return swapRefusal(event, given, wanted, step)
    default:
      return byParent ? planRefusal(event) : "parentNeeded"
    }
  }

  private func planRefusal(_ event: ModelCommandEvent) -> String? {
    switch event.what {
    case .makeSport(let first, let last):
      if first > last { return "seasonInvalid" }
      return Self.isChild(event.subject) ? nil : "participantNotAllowed"
    case .season(let sport, let first, let last):
      return sportRefusal(sport) ?? (first > last ? "seasonInvalid" : nil)
    case .archive(let sport, _): return sportRefusal(sport)
    case .deleteSport(let sport): return sports[sport] == nil ? "sportUnknown" : nil
    case .makeClass(let sport, let day, _, _, let lasting):
      if let refusal = sportRefusal(sport) { return refusal }
      if lasting == 0 { return "classTimeInvalid" }
      if !inSeason(sport, day) { return "outsideSeason" }
      return Self.isChild(event.subject) ? nil : "participantNotAllowed"
    case .start(let training, let day, _, _):
      if let refusal = classRefusal(training) { return refusal }
      return inSeason(sport(of: training), day) ? nil : "outsideSeason"
    case .duration(let training, let minutes):
      return classRefusal(training) ?? (minutes == 0 ? "classTimeInvalid" : nil)
    case .place(let training, _, _), .rule(let training, _), .type(let training, _):
      return classRefusal(training)
    case .goalSport(let goal, _): return goals[goal]?.subject == event.subject ? nil : "goalUnknown"
    case .deleteClass(let training): return classes[training] == nil ? "classUnknown" : nil
    case .participant(let training, _):
      // An unknown class may be a sport, as far as the log knows.
      if classes[training] == nil { return "sportUnknown" }
      return classRefusal(training)
        ?? (Self.isChild(event.subject) ? nil : "participantNotAllowed")
    default: return nil
    }
  }

  private func dutyRefusal(_ event: ModelCommandEvent) -> String? {
    func check(_ duty: ExpectedDuty) -> String? { dayRefusal(duty.training, duty.day) }
    let byParent = Self.isParent(event.author)
    switch event.what {
    case .claim(let duty):
      if let refusal = check(duty) { return refusal }
      if event.subject != event.author { return "dutyNotYours" }
      if !byParent { return "claimNotAllowed" }
      guard let held = standing(duty), held.holder != event.author else { return nil }
      return held.coverage ? nil : "dutyTaken"
    case .assign(let duty, let expected):
      if let refusal = check(duty) { return refusal }
      if !byParent { return "parentNeeded" }
      if !canDrive(event.subject) { return "driverNotAllowed" }
      if holder(duty) == event.subject || holder(duty) == expected { return nil }
      return expected == nil ? "dutyTaken" : "dutyChanged"
    case .release(let duty):
      if let refusal = check(duty) { return refusal }
      let own = event.subject == event.author && canDrive(event.author)
      if !byParent && !own { return "dutyNotYours" }
      return [nil, event.subject].contains(holder(duty)) ? nil : "dutyChanged"
    case .coverage(let duty, _):
      if let refusal = check(duty) { return refusal }
      let own = event.subject == event.author && holder(duty) == event.author
      return own ? nil : "dutyNotYours"
    default: return nil
    }
  }

  private func swapRefusal(
    _ event: ModelCommandEvent, _ given: ExpectedDuty, _ wanted: ExpectedDuty, _ step: Int
  ) -> String? {
    if !canDrive(event.author) { return "parentNeeded" }
    if step == 0 || step == 2 {
      if let refusal = dayRefusal(given.training, given.day)
        ?? dayRefusal(wanted.training, wanted.day)
      {
        return refusal
      }
    } else if let refusal = classRefusal(given.training) {
      return refusal
    }
    if step == 0 {
      if !Self.isParent(event.author) { return "parentNeeded" }
      if !canDrive(event.subject) { return "driverNotAllowed" }
      if holder(given) != event.author { return "dutyNotYours" }
      let theirs = holder(wanted) == event.subject && event.subject != event.author
      return theirs ? nil : "dutyChanged"
    }
    if step == 1 { return holder(given) == event.author ? nil : "dutyNotYours" }
    guard canDrive(event.subject) else { return "swapUnknown" }
    return isOpen(event, given, wanted) ? nil : "swapUnknown"
  }

  private func isOpen(
    _ event: ModelCommandEvent, _ given: ExpectedDuty, _ wanted: ExpectedDuty
  ) -> Bool {
    guard let mine = standing(given) else { return false }
    return mine.holder == event.subject && mine.partner == event.author && mine.wanted == wanted
      && holder(wanted) == event.author
  }

  private func sportRefusal(_ sport: Int) -> String? {
    sports[sport] == nil ? "sportUnknown" : gone.contains(sport) ? "sportDeleted" : nil
  }

  private func classRefusal(_ training: Int) -> String? {
    classes[training] == nil ? "classUnknown" : isAlive(training) ? nil : "classDeleted"
  }

  private func existenceRefusal(_ training: Int, _ day: LocalDay) -> String? {
    classRefusal(training) ?? (originalDays(training).contains(day) ? nil : "occurrenceUnknown")
  }

  private func dayRefusal(_ training: Int, _ day: LocalDay) -> String? {
    if let refusal = existenceRefusal(training, day) { return refusal }
    if isCancelled(training, day) { return "occurrenceCancelled" }
    return staysInSeason(training, day) ? nil : "occurrenceUnknown"
  }

  private func inSeason(_ sport: Int, _ day: LocalDay) -> Bool {
    let season = season(sport)
    return season.first <= day && day <= season.last
  }

  // MARK: Applying

  private mutating func take(_ event: ModelCommandEvent) -> Bool {
    switch event.what {
    case .makeSport: sports[event.number] = event
    case .makeClass: classes[event.number] = event
    case .season(let sport, _, _): return write(event, "season", sport)
    case .archive(let sport, _): return write(event, "archive", sport)
    case .deleteSport(let thing), .deleteClass(let thing):
      _ = write(event, "gone", thing)
      return gone.insert(thing).inserted
    case .start(let training, _, _, _): return write(event, "start", training)
    case .duration(let training, _): return write(event, "duration", training)
    case .place(let training, _, _): return write(event, "place", training)
    case .rule(let training, _): return write(event, "rule", training)
    case .type(let training, _): return write(event, "type", training)
    case .points(let isGame, _): return write(event, "points", isGame ? 1 : 0)
    case .goal: goals[event.number] = event
    case .goalSport(let goal, _): return write(event, "goalSport", goal)
    case .participant(let training, _):
      return write(event, "participant", training, person: event.subject)
    case .cancel(let training, let day, _): return write(event, "cancel", training, day)
    case .move(let training, let day, _, _): return write(event, "move", training, day)
    case .moveRoom(let training, let day, _): return write(event, "room", training, day)
    case .lasts(let training, let day, _): return write(event, "lasts", training, day)
    case .attended(let training, let day, _):
      return write(event, "attended", training, day, person: event.subject)
    case .claim, .release, .assign, .coverage, .swap: return drive(event)
    case .conflictHandled(let kind, let person, let one, let two, _):
      // The key of two colliding duties does not depend on their order.
      let key = Handled(
        kind: kind, person: person, one: two.map { min(one, $0) } ?? one,
        two: two.map { max(one, $0) })
      guard isLater(event, than: handled[key]) else { return false }
      handled[key] = Written(
        stamp: event.stamp, site: event.site, what: event.what, day: event.day)
    case .end:
      guard removed.insert(event.subject).inserted else { return false }
      ends[event.subject, default: []].append((event.number, event.committed))
    case .resume: return removed.remove(event.subject) != nil
    }
    return true
  }

  private mutating func drive(_ event: ModelCommandEvent) -> Bool {
    switch event.what {
    case .claim(let duty):
      if holder(duty) == event.author { return false }
      held[duty] = Held(holder: event.author, taken: event.number)
    case .assign(let duty, _):
      if holder(duty) == event.subject { return false }
      held[duty] = Held(holder: event.subject, taken: event.number)
    case .release(let duty):
      guard holder(duty) != nil else { return false }
      held[duty] = nil
    case .coverage(let duty, let isOn):
      if held[duty]!.coverage == isOn { return false }
      held[duty]!.coverage = isOn
    case .swap(let given, let wanted, 0):
      held[given]!.partner = event.subject
      held[given]!.wanted = wanted
    case .swap(let given, let wanted, 1):
      guard held[given]!.partner == event.subject, held[given]!.wanted == wanted else {
        return false
      }
      (held[given]!.partner, held[given]!.wanted) = (nil, nil)
    case .swap(let given, let wanted, 2):
      held[given] = Held(holder: event.author, taken: event.number)
      held[wanted] = Held(holder: event.subject, taken: event.number)
    case .swap(let given, _, _):
      (held[given]!.partner, held[given]!.wanted) = (nil, nil)
    default: break
    }
    return true
  }

  private func isLater(_ event: ModelCommandEvent, than old: Written?) -> Bool {
    old.map { ($0.stamp, $0.site) < (event.stamp, event.site) } ?? true
  }

  private mutating func write(
    _ event: ModelCommandEvent, _ field: String, _ thing: Int, _ day: LocalDay? = nil,
    person: Int? = nil
  ) -> Bool {
    let key = Key(field: field, thing: thing, day: day, person: person)
    guard isLater(event, than: written[key]) else { return false }
    written[key] = Written(stamp: event.stamp, site: event.site, what: event.what, day: event.day)
    return true
  }
}
