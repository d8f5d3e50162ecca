import Chronology
import DomainCore
import Reporting
import SyncCore

// What is left at a server when a load of families is over.
extension FamilyLoad {
  /// A fresh install of each family pulls the whole feed.
  func audit(
    _ traffic: borrowing FamilyTraffic, _ texts: PlanTexts, _ chaos: RunningChaos?
  ) throws(LoadError) -> FamilyAudit {
    var signUp = traffic.errands.signUp
    let families = plan.families.indices.map { family in
      traffic.devices.filter { $0.place.family == family }
    }
    // Of a person who is still a member, as far as their phone knows.
    let auditors = families.enumerated().map { index, devices in
      devices.first {
        !$0.isPurged && !$0.isNewcomer
          && !signUp.families[index].deleted.contains($0.place.member)
      }?.place.member
    }
    // On connections of its own: on the others, phones may still wait for an answer.
    let pool = try ConnectionPool.opened(settings, chaos)
    signUp.addAudits(of: auditors) { install(plan.devices.count + $0) }
    try signUp.perform(on: pool) { false }
    var fresh: [FamilyDevice?] = []
    let entities = (0..<plan.communityCount).map { _ in FamilyEntities() }
    for (index, auditor) in auditors.enumerated() {
      let isRefused = signUp.refusals[index] != nil
      guard let auditor, !isRefused, let device = signUp.families[index].devices.last else {
        fresh.append(nil)
        continue
      }
      let place = FamilyDevice.Place(
        family: index, member: auditor, device: signUp.families[index].devices.count - 1)
      fresh.append(
        try self.device(
          place, device, entities, isAudit: true,
          deleted: deletedMembers(signUp.families[index].deleted, families[index])))
    }
    let recorder = LoadRecorder(start: MonotonicClock.now, seconds: 1)
    var reading = FamilyTraffic(recorder, plan, fresh.compactMap(\.self), texts, signUp)
    let patience = MonotonicClock.nanoseconds(max(drainSeconds, 10))
    reading.settle(on: pool, until: MonotonicClock.now + patience)
    var audit = FamilyAudit()
    audit.add(signUp.violations)
    for (index, devices) in families.enumerated() {
      audit.compare(
        family: index, scope: signUp.families[index].scope, devices, fresh[index],
        refusal: signUp.refusals[index], deleted: signUp.families[index].deleted,
        isGroup: plan.families[index].isGroup)
    }
    if history != nil { audit.judgement = judgement(signUp, traffic.devices, fresh, texts) }
    return audit
  }

  /// The members whose accounts were deleted, as the server calls them.
  private func deletedMembers(
    _ deleted: Set<Int>, _ devices: [FamilyDevice]
  ) -> [MemberHandle] {
    deleted.sorted().compactMap { place in
      devices.first { $0.place.member == place && !$0.isNewcomer }?.author
    }
  }

  /// Judges what phones did beside the feeds of the families that were read to their ends. Families
  /// that someone has joined or deleted an account in are not judged: their phones act as someone
  /// else from then on, and rows were erased.
  private func judgement(
    _ signUp: borrowing FamilySignUp, _ devices: [FamilyDevice], _ fresh: [FamilyDevice?],
    _ texts: PlanTexts
  ) -> LoadReport.Judgement {
    var phones: [HistoryJudge.Phone] = []
    var owners: [[Int]: Int] = [:]
    func add(_ place: FamilyDevice.Place) {
      let owner = owners[[place.family, place.member], default: owners.count]
      owners[[place.family, place.member]] = owner
      let device = signUp.families[place.family].devices[place.device]
      phones.append(
        HistoryJudge.Phone(
          registration: device.registration, install: device.install,
          zone: zone(of: place), owner: owner))
    }
    for device in devices { add(device.place) }
    var feeds: [UInt32: [SentRow]] = [:]
    for device in fresh {
      guard let device, device.isUpToDate, !device.isPurged, let feed = device.feed,
        signUp.families[device.place.family].deleted.isEmpty,
        !devices.contains(where: { $0.place.family == device.place.family && $0.hasJoined })
      else { continue }
      add(device.place)
      feeds[signUp.families[device.place.family].scope] = feed.rows
    }
    do throws(WireError) {
      var judge = HistoryJudge(feeds, texts)
      try judge.open(phones, owners: owners.count)
      return judge.judge(
        history ?? FamilyHistory(), isUpToDate: devices.map { $0.isUpToDate && $0.wasDrained },
        today: plan.lastDay)
    } catch {
      return LoadReport.Judgement(checks: [], violations: ["A registration is none: \(error)."])
    }
  }

  private func zone(of place: FamilyDevice.Place) -> Zone {
    let own = plan.families[place.family].devices.first { plan.devices[$0].member == place.member }
    return own.map { plan.devices[$0].zone } ?? .utc
  }

  func people(
    _ traffic: borrowing FamilyTraffic, _ audit: FamilyAudit, _ chaos: RunningChaos?
  ) -> LoadReport.People {
    let devices = traffic.devices
    let families = traffic.errands.signUp.families
    var people = LoadReport.People(
      people: families.reduce(0) { $0 + $1.accounts.count },
      families: plan.families.count { !$0.isGroup },
      devices: devices.count, operations: traffic.counts.operations,
      rejected: devices.reduce(0) { $0 + Int64($1.replica.store.rejectedCount) },
      refused: traffic.counts.refused, impossible: traffic.counts.impossible,
      leftOut: Int64(plan.leftOut) + traffic.counts.leftOut, exchanges: traffic.counts.exchanges,
      undrained: devices.count { !$0.isUpToDate }, checked: audit.checked, rows: audit.rows)
    // Those that someone has founded; the plan may have more, on later days.
    people.groups = plan.families.indices.count { index in
      plan.families[index].isGroup
        && families[index].devices.contains { !$0.registration.isEmpty }
    }
    people.checkedGroups = audit.checkedGroups
    people.acknowledging = traffic.counts.acknowledging
    people.joined = traffic.counts.joined
    people.installs = traffic.counts.installs
    let isRestored =
      settings.isRestored && chaos?.reports.contains { $0.isRestore && $0.end != nil } ?? false
    if isRestored {
      people.resent = devices.reduce(0) { $0 + Int64($1.resent.count) }
      people.resenders = devices.count { !$0.resent.isEmpty }
    }
    people.consents = traffic.errands.signUp.consents.count
    people.deleted = families.reduce(0) { $0 + $1.deleted.count }
    return people
  }
}
