import Chronology
import DomainCore
public import Plans
public import Reporting
public import Scenarios
import SyncCore
import SystemLibrary

/// The simulator's people with their phones, at a server that serves families over HTTP: each
/// arrival is the next step of one of them. At the end every copy is compared.
public struct FamilyLoad {
  /// The target may still change before it runs.
  public var settings: LoadSettings
  let plan: FamilyPlan
  let drainSeconds: Double
  /// How many more phones sign in while the load is running, and read everything.
  public var lateInstalls = 0
  /// So many times as fast as they are the days of people pass who decide while the load runs.
  private var speed = 1.0
  /// What phones do, if that is judged at the end.
  let history: FamilyHistory?
  /// Distinguishes this load from all others at the server.
  private let run = UInt64.random(in: 1 ... .max)

  /// Simulates the people, which takes a moment.
  ///
  /// - Parameters:
  ///   - drainSeconds: how long the outboxes may take to drain after the last arrival.
  ///   - isJudged: whether all that phones do is kept, and judged by the simulator's properties.
  public init(
    _ settings: LoadSettings, _ scenario: Scenario, drainSeconds: Double, isJudged: Bool
  ) throws(LoadError) {
    history = isJudged ? FamilyHistory() : nil
    // What crosses scopes is judged for whole servers only, so groups are left out then.
    var plan = FamilyPlan(
      scenario, endingBefore: Self.today, hasGroups: !isJudged && !settings.isRestored)
    if settings.spreadsSteps { plan.spreadSteps() }
    self.plan = plan
    self.settings = settings
    self.drainSeconds = drainSeconds
    if settings.profile.isOfPlan { followPlan() }
    try limit()
  }

  /// Runs the people of a recorded plan again.
  ///
  /// - Parameter speed: so many times as fast as they were recorded, each step at its own time;
  ///   nil for arrivals by the profile.
  public init(
    _ settings: LoadSettings, replaying recorded: Plan, speed: Double?, drainSeconds: Double,
    isJudged: Bool
  ) throws(LoadError) {
    history = isJudged ? FamilyHistory() : nil
    plan = FamilyPlan(recorded, hasGroups: !isJudged && !settings.isRestored)
    self.settings = settings
    self.drainSeconds = drainSeconds
    guard plan.lastDay < Self.today else {
      throw LoadError(
        message:
          "The plan ends on \(plan.lastDay), and today is \(Self.today): phones whose clocks "
          + "are ahead would be corrected by a server. Record one whose days are over.")
    }
    guard let first = plan.steps.first?.time else {
      throw LoadError(message: "The plan has no step of a family in which a parent has a phone.")
    }
    if let speed {
      let end = settings.warmupSeconds + settings.seconds
      self.settings.arrivalTimes = plan.steps.lazy
        .map { Double($0.time - first) / 1_000 / speed }.prefix { $0 < end }.map(\.self)
    } else if settings.profile.isOfPlan {
      followPlan()
    }
    try limit()
  }

  /// Lets the people of a scenario decide while the load runs what they do, on the phones as they
  /// are then.
  ///
  /// - Parameters:
  ///   - speed: so many times as fast as they are their days pass.
  ///   - isTimed: whether the load ends after the seconds of its settings; otherwise with the last
  ///     day.
  public init(
    _ settings: LoadSettings, living scenario: Scenario, speed: Double, isTimed: Bool,
    drainSeconds: Double, isJudged: Bool
  ) throws(LoadError) {
    history = isJudged ? FamilyHistory() : nil
    plan = FamilyPlan(living: scenario, endingBefore: Self.today)
    self.settings = settings
    self.drainSeconds = drainSeconds
    self.speed = speed
    let whole = plan.live?.seconds(speed: speed) ?? 0
    guard whole > 0 else {
      throw LoadError(
        message: "The scenario '\(scenario.name)' has no family in which a parent has a phone.")
    }
    let seconds = whole - settings.warmupSeconds
    guard seconds > 0 else {
      throw LoadError(
        message: "The days of the scenario '\(scenario.name)' are over before the warm-up is. Give "
          + "it more days, or a lower '--speed'.")
    }
    self.settings.seconds = isTimed ? min(settings.seconds, seconds) : seconds
  }

  private var requests: FamilyRequests { FamilyRequests(settings.target) }

  private static var today: LocalDay {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1_000).utcDay
  }

  /// Lets arrivals follow the times of the steps: the rate is that of the plan's quarter-hours, and
  /// on average as the settings have it.
  private mutating func followPlan() {
    let times = plan.steps.map(\.time.milliseconds)
    guard let first = times.first, let last = times.last else { return }
    let quarter: Int64 = 900_000
    var counts = Array(repeating: 0, count: Int((last - first) / quarter) + 1)
    // The steps of the warm-up are sent before, at an even rate.
    let early = Int(settings.profile.rate(at: 0) * settings.warmupSeconds)
    for time in times.dropFirst(early) { counts[Int((time - first) / quarter)] += 1 }
    let begin = counts.firstIndex { $0 > 0 } ?? 0
    settings.profile = RateProfile(
      counts: Array(counts[begin...]), rate: settings.profile.rate(at: 0),
      seconds: settings.seconds, warmup: settings.warmupSeconds)
    settings.seconds = settings.profile.seconds - settings.warmupSeconds
  }

  /// The load ends with the last step, if that comes before its time is over.
  private mutating func limit() throws(LoadError) {
    var schedule = settings.schedule
    var last = 0.0
    for _ in 0..<plan.steps.count {
      guard let time = schedule.next() else { return }
      last = time
    }
    guard schedule.next() != nil || settings.arrivalTimes != nil else { return }
    guard last > settings.warmupSeconds else {
      throw LoadError(
        message: "The scenario '\(plan.scenario.name)' has \(plan.steps.count) steps, which are "
          + "over before the warm-up is. Give it more people or days, or a lower '--rate'.")
    }
    settings.seconds = last - settings.warmupSeconds
    settings.profileText += ", to the end of the plan"
  }

  /// Signs the families up, sends the load, compares the copies, and returns what was measured.
  public func run<Observer: LoadObserver>(
    _ observer: inout Observer
  ) throws(LoadError) -> LoadReport {
    let chaos = try settings.runningChaos()
    defer { chaos?.close() }
    let pool = try ConnectionPool.opened(settings, chaos)
    var signUp = FamilySignUp(families, requests, run: run)
    try signUp.perform(on: pool) { observer.isInterrupted }
    let entities = (0..<plan.communityCount).map { _ in FamilyEntities() }
    let devices = try devices(signUp, entities)
    let processor = ProcessMemory.processorSeconds
    let texts = PlanTexts(plan.texts)
    let living = plan.live.map { LivePeople($0, speed: speed, devices, texts) }
    let watch = try settings.serverWatch()
    var sender = LoadSender(settings, pool, chaos, watch) {
      var additions = additions(from: $0.start, entities)
      additions.people = living
      living?.begin(
        at: $0.start - MonotonicClock.nanoseconds(settings.warmupSeconds),
        seconds: settings.warmupSeconds + settings.seconds)
      return FamilyTraffic($0, plan, devices, texts, signUp, additions)
    }
    sender.send(&observer)
    watch?.stop()
    let used = ProcessMemory.processorSeconds - processor
    chaos?.end()
    var traffic = sender.traffic
    let begun = MonotonicClock.now
    let end = begun + MonotonicClock.nanoseconds(drainSeconds)
    // First everything is sent, then everybody fetches what the others have sent. A phone that the
    // server refuses takes all of its time, and leaves some to the others.
    traffic.settle(on: pool, until: begun + MonotonicClock.nanoseconds(drainSeconds * 0.75))
    for device in traffic.devices { device.wasDrained = device.isUpToDate }
    traffic.settle(on: pool, until: end)
    traffic.giveUp(at: MonotonicClock.now)
    var audit = FamilyAudit()
    var abortion = chaos?.problem ?? sender.abortion
    do throws(LoadError) {
      audit = try self.audit(traffic, texts, chaos)
      if audit.unfinished > 0 {
        abortion = "\(audit.unfinished) feeds were not read to their end in time."
      }
    } catch {
      abortion = abortion ?? "the feeds could not be read at the end. \(error.message)"
    }

    var report = traffic.recorder.report(settings)
    report.title = "people of '\(plan.scenario.name)'"
    report.isClosedLoop = plan.live != nil
    report.abortion = abortion
    report.people = people(traffic, audit, chaos)
    report.losses = audit.violations
    report.judgement = audit.judgement
    report.note(chaos, processorSeconds: used)
    report.peakMemoryBytes = ProcessMemory.peak
    return report
  }

  private var families: [FamilySignUp.Family] {
    plan.families.enumerated().map { index, family in
      var signUp = FamilySignUp.Family(
        members: family.members.map { (role: "\($0.role)", born: $0.born.description) },
        founderCount: family.founderCount,
        firstDay: plan.scenario.start, dayCapacity: min(4_096, plan.scenario.days + 2),
        devices: family.devices.map(signUpDevice))
      for (place, member) in family.members.enumerated() where !family.isGroup {
        if plan.lastDay < member.born.birthday(Member.consentAge) { signUp.wards.insert(place) }
        let isGrown = plan.lastDay >= member.born.birthday(Self.guardianAge)
        if member.role == .parent && isGrown { signUp.guardians.insert(place) }
      }
      return signUp
    }
  }

  /// So old the server wants those who consent for a child.
  private static let guardianAge = 18

  private func signUpDevice(_ device: Int) -> FamilySignUp.Device {
    let planned = plan.devices[device]
    var signUp = FamilySignUp.Device(
      member: planned.member, install: install(planned.phone ?? device))
    signUp.person = planned.phone.map {
      FamilySignUp.Person(family: plan.devices[$0].family, member: plan.devices[$0].member)
    }
    return signUp
  }

  /// No two installs have the same, and none has zero.
  func install(_ device: Int) -> UInt64 {
    max(1, FamilySignUp.mixed(run ^ FamilySignUp.mixed(UInt64(device))))
  }

  private func additions(
    from start: Int64, _ entities: [FamilyEntities]
  ) -> FamilyTraffic.Additions {
    var additions = FamilyTraffic.Additions()
    additions.installTimes = installTimes(from: start)
    // A backup does not bring back accounts, groups and deletions.
    additions.keepsAccounts = settings.isRestored
    additions.pollsMax = settings.pollConnections
    additions.newInstall = { install(plan.devices.count + plan.families.count + $0) }
    additions.makeDevice = { place, signedUp, number in
      try? device(place, signedUp, entities, number: number)
    }
    // An answer comes before the request would count as failed.
    let seconds = max(1, min(25, Int(settings.timeoutSeconds) - 2))
    additions.pollRequest = { requests.news(token: $0, after: $1, seconds: seconds) }
    return additions
  }

  /// When new installs sign in: evenly over the measured time.
  private func installTimes(from start: Int64) -> [Int64] {
    (0..<lateInstalls).map { place in
      let part = (Double(place) + 0.5) / Double(lateInstalls)
      return start + MonotonicClock.nanoseconds(settings.seconds * part)
    }
  }

  /// The devices of the members with whom families begin, in the order of the plan.
  private func devices(
    _ signUp: FamilySignUp, _ entities: [FamilyEntities]
  ) throws(LoadError) -> [FamilyDevice] {
    var places = Array(repeating: 0, count: plan.families.count)
    var devices: [FamilyDevice] = []
    for planned in plan.devices {
      let place = FamilyDevice.Place(
        family: planned.family, member: planned.member, device: places[planned.family])
      places[planned.family] += 1
      guard !planned.isJoiners else { continue }
      let signedUp = signUp.families[place.family].devices[place.device]
      devices.append(
        try device(place, signedUp, entities, number: devices.count))
    }
    return devices
  }

  func device(
    _ place: FamilyDevice.Place, _ device: FamilySignUp.Device, _ entities: [FamilyEntities],
    number: Int = 0, isAudit: Bool = false, deleted: [MemberHandle] = []
  ) throws(LoadError) -> FamilyDevice {
    let family = plan.families[place.family]
    // Another install of a member is where they are.
    let own = family.devices.first { plan.devices[$0].member == place.member }
    do throws(WireError) {
      return FamilyDevice(
        try Registration(device.registration), install: device.install,
        zone: own.map { plan.devices[$0].zone } ?? .utc,
        head: requests.exchangeHead(token: device.token),
        entities: entities[family.community],
        time: plan.firstTime,
        place: place, number: number, history: history, keepsOwnRows: settings.isRestored,
        isGroups: family.isGroup, isAudit: isAudit, deleted: deleted)
    } catch {
      throw LoadError(message: "The server has sent a registration that is none: \(error).")
    }
  }
}
