import Base
import Chronology
import DomainCore

@testable import SyncCore

/// One short random run of a few devices over a network that loses, duplicates and reorders, drawn
/// from a number; the same number gives the same run.
final class Schedule {
  let world = World()
  let randomness: Randomness
  var step: Int32 = 0
  private var requests: [(device: Int, request: Asked)] = []
  private var responses: [(device: Int, response: ChangedResponse)] = []
  /// The operations acknowledged on each device.
  private(set) var saved: [[Operation]] = []
  private var habits: [(entity: Entity, owner: MemberHandle)] = []
  /// The model of what each device has confirmed, kept up with its position, and how many of its
  /// own operations are in it.
  private var bases: [(family: FamilyModel, position: Int, ownCount: Int)] = []
  private(set) var complaint: String?

  init(number: UInt64, deviceCount: Int, asBytes: Bool = false) {
    randomness = Randomness(seed: number)
    world.travelsAsBytes = asBytes
    let owners = [World.mother, World.father, World.mother, World.child]
    for owner in owners.prefix(deviceCount) {
      _ = world.device(of: owner)
      saved.append([])
      bases.append((FamilyModel(), 0, 0))
    }
  }

  func live(steps: Int) {
    for _ in 0..<steps where complaint == nil {
      step += 1
      switch draw(0, below: 16) {
      case 0..<6: act(device: draw(1, below: world.devices.count))
      case 6, 7: ask(device: draw(1, below: world.devices.count))
      case 8, 9: deliverRequest(keeps: false)
      case 10: deliverRequest(keeps: draw(2, below: 2) == 0)
      case 11, 12: deliverResponse(keeps: false)
      case 13: deliverResponse(keeps: draw(2, below: 2) == 0)
      case 14: lose()
      default: timePasses()
      }
    }
  }

  private func draw(_ slot: UInt16, below bound: Int) -> Int {
    Int(
      randomness.draw(RandomPurpose(1), who: 0, day: step, slot: slot)
        .integer(below: UInt64(bound)))
  }

  func complain(unless isTrue: Bool, _ what: @autoclosure () -> String) {
    if !isTrue && complaint == nil { complaint = "step \(step): \(what())" }
  }

  // MARK: Messages

  private func ask(device: Int) {
    let request = world.devices[device].asks(
      pushMax: 1 + draw(3, below: 4), pageMax: UInt32(1 + draw(4, below: 4)))
    requests.append((device, request))
  }

  private func deliverRequest(keeps: Bool) {
    guard !requests.isEmpty else { return }
    let index = draw(5, below: requests.count)
    let (device, request) = requests[index]
    if !keeps { requests.remove(at: index) }
    responses.append((device, world.serve(request)))
  }

  private func deliverResponse(keeps: Bool) {
    guard !responses.isEmpty else { return }
    let index = draw(6, below: responses.count)
    let (device, response) = responses[index]
    if !keeps { responses.remove(at: index) }
    let before = world.devices[device].position
    let learnt = world.devices[device].applies(response).hasAdvanced
    let after = world.devices[device].position
    complain(unless: learnt ? after > before : after == before, "a position is wrong")
    look(at: device)
  }

  private func lose() {
    if draw(7, below: 2) == 0 {
      if !requests.isEmpty { requests.remove(at: draw(8, below: requests.count)) }
    } else if !responses.isEmpty {
      responses.remove(at: draw(8, below: responses.count))
    }
  }

  private func timePasses() {
    let spans = [1, Span.second, 3 * Span.minute, 11 * Span.minute, 13 * Span.hour]
    world.passes(spans[draw(9, below: spans.count)])
    let errors = [0, 0, Span.minute, -2 * Span.hour, Span.hour, 20 * Span.hour]
    world.devices[draw(10, below: world.devices.count)].clockError =
      errors[draw(11, below: errors.count)]
  }

  // MARK: Users

  private func act(device: Int) {
    let phone = world.devices[device]
    guard let commands = commands(on: phone) else { return }
    guard (try? phone.doesAll(commands)) != nil else { return }
    let pending = phone.replica.store.pendingCount
    for index in pending - commands.count..<pending {
      let operation = phone.replica.store.pending(index)
      saved[device].append(operation)
      if operation.fact.kind == .habitCreated {
        habits.append((operation.fact.identity, operation.fact.subject))
      }
    }
    look(at: device)
  }

  private func commands(on phone: Device) -> [Command]? {
    let kind = draw(12, below: 12)
    if habits.isEmpty || kind == 0 {
      let owner = draw(13, below: 2) == 0 ? World.mother : World.child
      let name = HabitName(
        text: TextHandle(UInt32(1 + draw(14, below: 40))),
        folded: TextHandle(UInt32(1 + draw(14, below: 40))))
      return [.createHabit(for: owner, name: name, category: .empty, icon: 0, rank: 0)]
    }
    // Users mostly tap on entities that they see.
    let alive = habits.filter { phone.seesAlive($0.entity) }
    let choice = alive.isEmpty || draw(17, below: 8) == 0 ? habits : alive
    let (entity, owner) = choice[draw(15, below: choice.count)]
    func done(_ done: Bool) -> Command {
      .setCompletion(of: entity, owner: owner, on: world.today, done: done)
    }
    let glass = WaterAmount(
      tenthOunces: UInt16(1 + draw(16, below: 200)), source: .glass, minuteOfDay: 0)
    switch kind {
    case 1...3: return [done(true)]
    case 4: return [done(false)]
    case 5: return [.logWater(for: phone.member, glass)]
    case 6:
      let score = WellnessScore(mental: UInt8(1 + draw(16, below: 10)), physical: 5)
      return [.checkIn(for: phone.member, score)]
    case 7: return [.deleteHabit(entity, of: owner)]
    case 8: return [.restoreHabit(entity, of: owner)]
    case 9:
      let name = TextHandle(UInt32(1 + draw(16, below: 40)))
      return [.renameHabit(entity, of: owner, to: HabitName(text: name, folded: name))]
    case 10:
      let isOn = draw(16, below: 3) > 0
      return [
        .setChildMayLog(World.child, to: isOn), .archiveHabit(entity, of: owner, isOn),
      ]
    default:
      return [.logWater(for: phone.member, glass), done(true), done(draw(16, below: 2) == 0)]
    }
  }
}

// MARK: - Checks

extension Schedule {
  /// A device shows the fold of its confirmed rows with the pending operations on top.
  private func look(at device: Int) {
    let phone = world.devices[device]
    let feed = world.feed
    for position in bases[device].position..<phone.position {
      let row = feed[position]
      if row.operation.site == phone.site { bases[device].ownCount += 1 }
      if !row.verdict.isRejected { bases[device].family.apply(row.operation.fact) }
    }
    bases[device].position = phone.position
    complain(
      unless: phone.position == 0 || feed[phone.position - 1].operation.followers == 0,
      "half a transaction is applied")
    // The acknowledged and unconfirmed operations: by the model, not by the outbox.
    var shown = bases[device].family
    let pending = saved[device].dropFirst(bases[device].ownCount)
    for operation in pending { shown.apply(operation.fact) }
    complain(
      unless: phone.pending == pending.map(\.sequence), "\(phone.site) has a wrong outbox")
    compare(shown, with: phone)
  }

  private func compare(_ plain: FamilyModel, with phone: Device) {
    for (habit, _) in habits {
      guard let expected = plain.habits[habit.raw] else {
        complain(unless: phone.shown(habit) == nil, "\(phone.site) shows an unknown habit")
        continue
      }
      let shown = phone.shown(habit)
      complain(
        unless: shown?.name.value.text.raw == expected.name.value
          && shown?.archived.value == expected.isArchived.value
          && shown?.life.isAlive == expected.isAlive
          && phone.seesAlive(habit) == expected.isAlive
          && phone.seesArchived(habit) == expected.isArchived.value,
        "\(phone.site) shows a wrong habit")
      for day in World.firstDay...world.today {
        let isDone = expected.done[day.number]?.value == true
        complain(
          unless: phone.sees(habit, doneOn: day) == isDone,
          "\(phone.site) shows a wrong completion")
      }
    }
    for person in [World.mother, World.father, World.child] {
      for day in World.firstDay...world.today {
        let key = FamilyModel.PersonDay(person: person.index, day: day.number)
        let score = phone.replica.checkIn(of: person, on: day)
        complain(
          unless: phone.replica.nutrients(of: person, on: day).waterTenthOunces
            == plain.water[key, default: 0], "\(phone.site) shows wrong water")
        complain(
          unless: score.map { [$0.mental, $0.physical] } == plain.feelings[key]?.value,
          "\(phone.site) shows a wrong check-in")
      }
    }
    complain(
      unless: phone.allows(World.child) == (plain.mayLog[World.child.index]?.value == true),
      "\(phone.site) shows a wrong permission")
  }

  /// Everything is delivered: the log has every acknowledged operation once, and all copies agree
  /// with it.
  func settle() {
    guard complaint == nil else { return }
    world.settle()
    for device in world.devices.indices {
      let phone = world.devices[device]
      look(at: device)
      complain(unless: phone.pending.isEmpty, "an outbox is not empty")
      complain(unless: world.isSame(phone), "\(phone.site) differs from the server")
      let rows = world.feed.filter { $0.operation.site == phone.site }
      complain(unless: isWhatWasSaved(rows, by: device), "\(phone.site) lost or duplicated a write")
      complain(
        unless: phone.rejected.map(\.operation)
          == rows.filter(\.verdict.isRejected).map(\.operation),
        "\(phone.site) does not list its rejections")
    }
    lookAtLog()
  }

  /// The server may correct a stamp, and by a clock that was wrong at the tap: then never to a
  /// future time. Nothing else.
  private func isWhatWasSaved(_ rows: [FeedRow], by device: Int) -> Bool {
    rows.count == saved[device].count
      && zip(rows, saved[device]).allSatisfy { row, saved in
        var saved = saved
        saved.fact.version.stamp = row.operation.fact.version.stamp
        if saved.fact.claimed != row.operation.fact.claimed {
          guard row.operation.fact.tapped <= row.committed else { return false }
          saved.fact.claimed = row.operation.fact.claimed
        }
        return row.operation == saved
      }
  }

  private func lookAtLog() {
    let feed = world.feed
    var plain = FamilyModel()
    var latest: UInt64 = 0
    /// The greatest stamp among the first rows, by how many rows.
    var latestBefore: [UInt64] = [0]
    for (position, row) in feed.enumerated() {
      let fact = row.operation.fact
      complain(
        unless: fact.version.stamp > latestBefore[Int(row.operation.basis)],
        "row \(position) has a stamp before one that its author had received")
      complain(
        unless: fact.version.stamp
          <= HybridClock.stamp(of: row.committed + World.clockSkewBound) + UInt64(feed.count),
        "row \(position) lies in the far future")
      latest = max(latest, fact.version.stamp)
      latestBefore.append(latest)
      if row.operation.followers > 0 {
        let next = feed[position + 1].operation
        complain(
          unless: next.site == row.operation.site
            && next.followers == row.operation.followers - 1,
          "a transaction is torn apart in the log")
      }
      guard !row.verdict.isRejected else { continue }
      if fact.kind == .completionSet {
        complain(
          unless: plain.habits[fact.entity.raw]?.isAlive == true,
          "row \(position) completes a missing habit")
      }
      plain.apply(fact)
    }
  }
}
