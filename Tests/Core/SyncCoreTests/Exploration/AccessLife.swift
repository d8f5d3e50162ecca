import Base
import Chronology
import DomainCore

@testable import SyncCore

/// A short random run in which members are removed and restored, sessions lapse and an account is
/// deleted, over a network that loses, duplicates and reorders; the same number gives the same run.
///
/// It keeps its own model in plain collections, and reports where the engine differs.
final class AccessLife {
  let world = World()
  private let randomness: Randomness
  private var step: Int32 = 0
  private var slot: UInt16 = 0
  private var requests: [(device: Int, request: Asked)] = []
  private var responses: [(device: Int, response: ChangedResponse, session: Int)] = []
  private(set) var complaint: String?

  // The model.
  private var accounts: [MemberHandle: AccountHandle] = [:]
  private var removed: Set<MemberHandle> = []
  private var deleted: Set<MemberHandle> = []
  private var lastContact: [UInt32: Instant] = [:]
  /// By device: the number of sign-ins, the latest session that it has received, and the latest
  /// that it knows has lapsed.
  private var sessions = [0, 0, 0, 0]
  private var sessionsHeard = [0, 0, 0, 0]
  private var lapsesHeard = [-1, -1, -1, -1]
  private var saved: [(device: Int, operation: Operation)] = []
  /// The operations that the server committed and did not reject, as site and sequence.
  private var committed: [[UInt32]: Operation] = [:]
  private(set) var met: Set<String> = []

  init(number: UInt64, asBytes: Bool = false) {
    randomness = Randomness(seed: number)
    world.travelsAsBytes = asBytes
    for member in [World.mother, World.father, World.child] {
      accounts[member] = world.account(member == World.child ? .athlete : .person)
    }
    for member in [World.mother, World.father, World.father, World.child] {
      let device = world.device(of: member, accounts[member]!)
      lastContact[device.site] = world.now
    }
    _ = try? world.devices[0].does(.setChildMayLog(World.child, to: true))
    world.settle()
    for row in world.feed {
      committed[[row.operation.site, row.operation.sequence]] = row.operation
    }
  }

  private func draw(_ bound: Int) -> Int {
    slot += 1
    return Int(
      randomness.draw(RandomPurpose(1), who: 0, day: step, slot: slot).integer(below: UInt64(bound))
    )
  }

  private func complain(unless isTrue: Bool, _ what: @autoclosure () -> String) {
    if !isTrue && complaint == nil { complaint = "step \(step): \(what())" }
  }

  func live(steps: Int) {
    for _ in 0..<steps where complaint == nil {
      step += 1
      slot = 0
      switch draw(20) {
      case 0..<5: act()
      case 5..<8: ask()
      case 8..<11: deliverRequest(keeps: draw(4) == 0)
      case 11..<14: deliverResponse(keeps: draw(4) == 0)
      case 14: lose()
      case 15: world.passes([1, Span.hour, Span.day, 8 * Span.day, 31 * Span.day][draw(5)])
      case 16: removeOrTakeBack()
      case 17: draw(3) == 0 ? signIn(draw(world.devices.count)) : askToSignIn()
      case 18: if draw(12) == 0 { delete(World.father) }
      default: roundTrip(draw(world.devices.count))
      }
    }
    if complaint == nil { heal() }
  }

  // MARK: Events

  private func act() {
    let index = draw(world.devices.count)
    let device = world.devices[index]
    let subject = draw(3) == 0 ? [World.mother, World.father, World.child][draw(3)] : device.member
    let day = device.replica.store.state.firstDay.adding(days: draw(3))
    let command = DeletionTests.water(UInt16(1 + step), for: subject)
    if let operation = try? device.does(command, on: day) { saved.append((index, operation)) }
  }

  private func ask() {
    let index = draw(world.devices.count)
    let request = world.devices[index].asks(pushMax: 1 + draw(3), pageMax: UInt32(1 + draw(4)))
    requests.append((index, request))
  }

  private func deliverRequest(keeps: Bool) {
    guard !requests.isEmpty else { return }
    let place = draw(requests.count)
    let (device, request) = requests[place]
    if !keeps { requests.remove(at: place) }
    let response = serve(request, from: device)
    responses.append((device, response, sessions[device]))
  }

  private func deliverResponse(keeps: Bool) {
    guard !responses.isEmpty else { return }
    let place = draw(responses.count)
    let (device, response, session) = responses[place]
    if !keeps { responses.remove(at: place) }
    apply(response, on: device, session)
  }

  private func lose() {
    if draw(2) == 0 {
      if !requests.isEmpty { requests.remove(at: draw(requests.count)) }
    } else if !responses.isEmpty {
      responses.remove(at: draw(responses.count))
    }
  }

  private func roundTrip(_ device: Int) {
    let response = serve(world.devices[device].asks(), from: device)
    apply(response, on: device, sessions[device])
  }

  private func askToSignIn() {
    let index = draw(world.devices.count)
    requests.append((index, world.devices[index].asksToSignIn()))
  }

  private func removeOrTakeBack() {
    let member = [World.father, World.child][draw(2)]
    guard !deleted.contains(member) else { return }
    if removed.remove(member) != nil {
      world.takesBack(member)
    } else {
      removed.insert(member)
      world.removes(member)
    }
  }

  private func signIn(_ device: Int) {
    let response = serve(world.devices[device].asksToSignIn(), from: device)
    apply(response, on: device, sessions[device])
  }

  private func delete(_ member: MemberHandle) {
    world.deletes(accounts[member]!)
    deleted.insert(member)
    // Removals are set by hand here, so the fold of the log does not include them.
    for other in removed where other != member { world.removes(other) }
    met.insert("deleted")
  }

  // MARK: Checks

  private func serve(_ request: Asked, from index: Int) -> ChangedResponse {
    let device = world.devices[index]
    let before = world.feed.count
    let response = world.serve(request)
    let status = response.kind
    met.insert("\(status)")
    if request.header.kind == .signIn { return checkSignIn(response, of: index) }
    let isOut = removed.contains(device.member) || deleted.contains(device.member)
    let limit = (device.member == World.child ? 7 : 30) * Span.day
    let isLapsed = world.now - lastContact[device.site]! > limit
    if isOut { complain(unless: status == .purge, "a device without access got \(status)") }
    if !isOut && isLapsed {
      complain(unless: status == .purge || status == .needsSignIn, "lapsed, but \(status)")
    }
    if !isOut && !isLapsed { complain(unless: status != .needsSignIn, "asked to sign in early") }
    if status == .purge || status == .needsSignIn {
      complain(unless: response.rows.isEmpty, "rows reached a device without access")
      complain(unless: world.feed.count == before, "operations were accepted without access")
    } else {
      lastContact[device.site] = world.now
    }
    for row in world.feed[before...] where !row.verdict.isRejected {
      let key = [row.operation.site, row.operation.sequence]
      complain(unless: committed[key] == nil, "an operation was committed twice")
      complain(unless: !deleted.contains(row.operation.fact.subject), "a deleted member came back")
      committed[key] = row.operation
    }
    for row in response.rows where deleted.contains(row.operation.fact.subject) {
      complain(unless: row.verdict.isRejected, "a row of a deleted member")
    }
    return response
  }

  private func checkSignIn(_ response: ChangedResponse, of index: Int) -> ChangedResponse {
    let device = world.devices[index]
    let isDeleted = deleted.contains(device.member)
    complain(
      unless: response.kind == (isDeleted ? .signInRefused : .signedIn),
      "the response to a sign-in was \(response.kind)")
    complain(unless: response.rows.isEmpty, "rows came with a sign-in")
    if !isDeleted {
      lastContact[device.site] = world.now
      sessions[index] += 1
    }
    return response
  }

  /// A sign-in is needed if the latest known session has lapsed, in whatever order the reports
  /// arrived.
  private func checkSession(of index: Int, _ response: ChangedResponse, _ session: Int) {
    sessionsHeard[index] = max(sessionsHeard[index], session)
    if response.kind == .needsSignIn { lapsesHeard[index] = max(lapsesHeard[index], session) }
    complain(
      unless: world.devices[index].replica.signIn.isNeeded
        == (lapsesHeard[index] == sessionsHeard[index]),
      "device \(index) has the wrong session state")
  }

  private func apply(_ response: ChangedResponse, on index: Int, _ session: Int) {
    let device = world.devices[index]
    let epoch = device.replica.store.epoch
    device.applies(response)
    checkSession(of: index, response, session)
    complain(unless: device.replica.store.epoch >= epoch, "an epoch went back")
    if device.replica.revocation != nil {
      complain(unless: device.holdsNothing, "a purged device holds something")
    }
  }

  /// All members return and exchange, and every copy is compared.
  private func heal() {
    for member in removed where !deleted.contains(member) { world.takesBack(member) }
    removed = []
    for index in world.devices.indices { signIn(index) }
    for _ in 0..<4 { for index in world.devices.indices { roundTrip(index) } }
    for (index, device) in world.devices.enumerated() {
      if deleted.contains(device.member) {
        complain(unless: device.holdsNothing, "device \(index) of a deleted account")
      } else {
        complain(unless: world.isSame(device), "device \(index) differs from the server")
        complain(unless: device.status() == .synced, "device \(index): \(device.status())")
        complain(unless: !device.hasUnsent, "device \(index) wants to send")
      }
    }
    compareWater()
    compareSaved()
  }

  private func compareWater() {
    for member in [World.mother, World.father, World.child] {
      for number in 0..<3 {
        let day = World.firstDay.adding(days: number)
        var sum: UInt32 = 0
        for operation in committed.values
        where operation.fact.kind == .waterLogged && operation.fact.subject == member
          && operation.fact.day == day
          && !deleted.contains(member)
        {
          sum += UInt32(WaterAmount(operation.fact.payload).tenthOunces)
        }
        let known = world.server.scopes[0].state.personDay(member, number).nutrients
        complain(unless: known.waterTenthOunces == sum, "water of \(member) on \(day)")
      }
    }
  }

  /// Nothing acknowledged is forgotten: it is in the log, or it was rejected, or the device shows
  /// why it was dropped.
  private func compareSaved() {
    for (index, operation) in saved {
      let device = world.devices[index]
      let isCommitted = committed[[operation.site, operation.sequence]] != nil
      let isInFeed = world.row(of: operation) != nil
      let isPurged = device.replica.store.epoch > 1 || deleted.contains(device.member)
      complain(unless: isInFeed || isPurged, "operation \(operation.sequence) of \(index) is lost")
      let refusals = device.rejected.filter {
        $0.operation.fact.identity == operation.fact.identity
      }
      complain(unless: refusals.count <= 1, "reported twice")
      let isReported = refusals.contains { $0.verdict.refusal != .ownerDeleted }
      complain(unless: !(isReported && isCommitted), "an accepted operation is listed as rejected")
    }
  }
}
