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
  private let plan: FamilyPlan
  private let drainSeconds: Double
  /// What phones do, if that is judged at the end.
  private let history: FamilyHistory?
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
    plan = FamilyPlan(scenario, endingBefore: Self.today)
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
    plan = FamilyPlan(recorded)
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
    guard schedule.next() != nil else { return }
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
    let devices = try devices(signUp)
    let processor = ProcessMemory.processorSeconds
    let texts = PlanTexts(plan.texts)
    let watch = try settings.serverWatch()
    var sender = LoadSender(settings, pool, chaos, watch) {
      FamilyTraffic($0, plan, devices, texts)
    }
    sender.send(&observer)
    watch?.stop()
    let used = ProcessMemory.processorSeconds - processor
    chaos?.end()
    var traffic = sender.traffic
    let end = MonotonicClock.now + MonotonicClock.nanoseconds(drainSeconds)
    // First everything is sent, then everybody fetches what the others have sent.
    traffic.settle(on: pool, until: end)
    for device in devices { device.wasDrained = device.isUpToDate }
    traffic.settle(on: pool, until: end)
    traffic.giveUp(at: MonotonicClock.now)
    var audit = FamilyAudit()
    var abortion = chaos?.problem ?? sender.abortion
    do throws(LoadError) {
      audit = try self.audit(&signUp, devices, texts, chaos)
      if audit.unfinished > 0 {
        abortion = "\(audit.unfinished) feeds were not read to their end in time."
      }
    } catch {
      abortion = abortion ?? "the feeds could not be read at the end. \(error.message)"
    }

    var report = traffic.recorder.report(settings)
    report.title = "people of '\(plan.scenario.name)'"
    report.abortion = abortion
    report.people = people(traffic, audit, signUp)
    report.losses = audit.violations
    report.judgement = audit.judgement
    report.note(chaos, processorSeconds: used)
    report.peakMemoryBytes = ProcessMemory.peak
    return report
  }

  private var families: [FamilySignUp.Family] {
    plan.families.enumerated().map { index, family in
      FamilySignUp.Family(
        members: family.members.map { (role: "\($0.role)", born: $0.born.description) },
        firstDay: plan.scenario.start, dayCapacity: min(4_096, plan.scenario.days + 2),
        devices: family.devices.map {
          FamilySignUp.Device(member: plan.devices[$0].member, install: install($0))
        })
    }
  }

  /// No two installs have the same, and none has zero.
  private func install(_ device: Int) -> UInt64 {
    max(1, FamilySignUp.mixed(run ^ FamilySignUp.mixed(UInt64(device))))
  }

  /// The devices of the plan, in its order.
  private func devices(_ signUp: FamilySignUp) throws(LoadError) -> [FamilyDevice] {
    let entities = plan.families.map { _ in FamilyEntities() }
    var places = Array(repeating: 0, count: plan.families.count)
    var devices: [FamilyDevice] = []
    for device in plan.devices {
      let family = device.family
      devices.append(
        try self.device(
          signUp.families[family].devices[places[family]], family, entities[family],
          number: devices.count))
      places[family] += 1
    }
    return devices
  }

  private func device(
    _ device: FamilySignUp.Device, _ family: Int, _ entities: FamilyEntities, number: Int = 0,
    isAudit: Bool = false
  ) throws(LoadError) -> FamilyDevice {
    do throws(WireError) {
      return FamilyDevice(
        try Registration(device.registration), install: device.install,
        zone: plan.families[family].zone, head: requests.exchangeHead(token: device.token),
        entities: entities, time: plan.steps.first?.time ?? Instant(milliseconds: 0),
        number: number, history: history, isAudit: isAudit)
    } catch {
      throw LoadError(message: "The server has sent a registration that is none: \(error).")
    }
  }

  // MARK: The end

  /// A fresh install of each family pulls the whole feed.
  private func audit(
    _ signUp: inout FamilySignUp, _ devices: [FamilyDevice], _ texts: PlanTexts,
    _ chaos: RunningChaos?
  ) throws(LoadError) -> FamilyAudit {
    // Of a person who is still a member, as far as their phone knows.
    let auditors = plan.families.map { family in
      family.devices.first { !devices[$0].isPurged }.map { plan.devices[$0].member }
    }
    // On connections of its own: on the others, phones may still wait for an answer.
    let pool = try ConnectionPool.opened(settings, chaos)
    signUp.addAudits(of: auditors) { install(plan.devices.count + $0) }
    try signUp.perform(on: pool) { false }
    var fresh: [FamilyDevice?] = []
    for (index, auditor) in auditors.enumerated() {
      let isRefused = auditor == nil || signUp.refusals[index] != nil
      guard !isRefused, let device = signUp.families[index].devices.last else {
        fresh.append(nil)
        continue
      }
      fresh.append(try self.device(device, index, FamilyEntities(), isAudit: true))
    }
    let recorder = LoadRecorder(start: MonotonicClock.now, seconds: 1)
    var traffic = FamilyTraffic(recorder, plan, fresh.compactMap(\.self), texts)
    let patience = MonotonicClock.nanoseconds(max(drainSeconds, 10))
    traffic.settle(on: pool, until: MonotonicClock.now + patience)
    var audit = FamilyAudit()
    for (index, family) in plan.families.enumerated() {
      audit.compare(
        family: index, scope: signUp.families[index].scope, family.devices.map { devices[$0] },
        fresh[index], refusal: signUp.refusals[index])
    }
    if let history { audit.judgement = judgement(history, signUp, devices, fresh, texts) }
    return audit
  }

  /// Judges what phones did beside the feeds of the families that were read to their ends.
  private func judgement(
    _ history: FamilyHistory, _ signUp: borrowing FamilySignUp, _ devices: [FamilyDevice],
    _ fresh: [FamilyDevice?], _ texts: PlanTexts
  ) -> LoadReport.Judgement {
    var phones: [HistoryJudge.Phone] = []
    var owners: [[Int]: Int] = [:]
    func add(_ device: FamilySignUp.Device, of family: Int) {
      let owner = owners[[family, device.member], default: owners.count]
      owners[[family, device.member]] = owner
      phones.append(
        HistoryJudge.Phone(
          registration: device.registration, install: device.install,
          zone: plan.families[family].zone, owner: owner))
    }
    var places = Array(repeating: 0, count: plan.families.count)
    for device in plan.devices {
      add(signUp.families[device.family].devices[places[device.family]], of: device.family)
      places[device.family] += 1
    }
    var feeds: [UInt32: [SentRow]] = [:]
    for (family, device) in fresh.enumerated() {
      guard let device, device.isUpToDate, !device.isPurged, let feed = device.feed,
        let install = signUp.families[family].devices.last
      else { continue }
      add(install, of: family)
      feeds[signUp.families[family].scope] = feed.rows
    }
    do throws(WireError) {
      var judge = HistoryJudge(feeds, texts)
      try judge.open(phones, owners: owners.count)
      return judge.judge(
        history, isUpToDate: devices.map { $0.isUpToDate && $0.wasDrained },
        today: plan.lastDay)
    } catch {
      return LoadReport.Judgement(checks: [], violations: ["A registration is none: \(error)."])
    }
  }

  private func people(
    _ traffic: FamilyTraffic, _ audit: FamilyAudit, _ signUp: FamilySignUp
  ) -> LoadReport.People {
    let devices = traffic.devices
    return LoadReport.People(
      people: signUp.families.reduce(0) { $0 + $1.accounts.count }, families: plan.families.count,
      devices: devices.count, operations: traffic.counts.operations,
      rejected: devices.reduce(0) { $0 + Int64($1.replica.store.rejectedCount) },
      refused: traffic.counts.refused, impossible: traffic.counts.impossible,
      leftOut: Int64(plan.leftOut), exchanges: traffic.counts.exchanges,
      undrained: devices.count { !$0.isUpToDate }, checked: audit.checked, rows: audit.rows)
  }
}
