import Base
import Chronology
import DomainCore
import Environment
import Properties
import SyncCore
import Testing

@testable import SimulatedWorld

/// Two parents with two devices each: 0 and 1 are the first one's, 2 and 3 the other's.
struct Home: ~Copyable {
  var world: World
  private var minute: Int64 = 0

  init(mayFailOver: Bool = false) {
    world = SmallWorld.world(SmallWorld.settings(mayFailOver: mayFailOver), devices: 2)
  }

  /// Something happens, and the network has a minute for what comes of it.
  @discardableResult
  mutating func step(_ action: StepAction, waits: Int64 = 1) -> StepOutcome {
    minute += 1
    let time = SmallWorld.noon() + minute * Span.minute
    let outcome = world.perform(
      Step(SmallWorld.id(.none, number: Int(minute)), at: time, action))
    minute += waits
    world.advance(to: time + waits * Span.minute)
    return outcome
  }

  /// Whoever has signed in on a device drinks a glass.
  @discardableResult
  mutating func drinks(_ device: Int) -> StepOutcome {
    let member = world.member(at: ReplicaAddress(device)).index
    return step(.submit(SmallWorld.glass(of: member), ReplicaAddress(device)), waits: 0)
  }

  mutating func isOffline(_ device: Int, hours: Int64 = 24) {
    step(
      .offline(
        device: device,
        OfflineWindow(from: world.now, until: world.now + hours * Span.hour)), waits: 0)
  }

  /// Comes to rest, and says what was found broken.
  mutating func settles() -> [String] {
    world.finish(before: world.settings.watermark)
    world.settle()
    return world.violations.map { "\($0)" }
  }

  /// How many glasses the server knows of a parent.
  func glasses(of member: UInt16) -> Int {
    Int(world.backend.server.scopes[0].state.personDay(MemberHandle(member), 0).waters)
  }

  /// Who has said what the server has, in its order.
  var authors: [UInt16] {
    world.backend.server.scopes[0].feed.withElements { $0.map(\.operation.fact.author.index) }
  }

  func site(_ device: Int) -> UInt32 {
    world.fleet.replicas[world.fleet.devices[device].family].site
  }
}

@Suite("OFF-3: installs come and go in a world")
struct InstallStepTests {
  @Test("a reinstall has nothing at first, and what was not sent is gone, and counted")
  func reinstall() {
    var home = Home()
    home.drinks(0)
    home.step(.close(device: 0))
    home.isOffline(0, hours: 1)
    home.drinks(0)
    home.drinks(0)
    let before = home.site(0)
    home.step(.reinstall(device: 0), waits: 70)
    let (after, shown) = (
      home.site(0), home.world[copyAt: ReplicaAddress(0)].personDay(MemberHandle(0), 0)
    )
    #expect(after != before && shown.waters == 0)
    home.step(.open(device: 0))
    home.drinks(0)
    let broken = home.settles()
    #expect(broken == [])
    let (glasses, erased) = (home.glasses(of: 0), home.world.events.counters.operationsErased)
    #expect(glasses == 2 && erased == 2)
  }

  @Test("a backup that is restored hands over what waited, and goes on as another site")
  func restore() {
    var home = Home()
    home.isOffline(0, hours: 2)
    home.drinks(0)
    home.drinks(0)
    home.step(.backUp(device: 0))
    home.drinks(0)
    let before = home.site(0)
    home.step(.restore(device: 0, from: 0))
    // Nothing new is said before the install has a number.
    if case .refused(let refusal) = home.drinks(0) {
      #expect(refusal == .needsConnection)
    } else {
      Issue.record("a foreign copy takes something new")
    }
    home.step(.open(device: 0), waits: 150)
    let after = home.site(0)
    #expect(after != before)
    home.drinks(0)
    let broken = home.settles()
    #expect(broken == [])
    let (glasses, erased) = (home.glasses(of: 0), home.world.events.counters.operationsErased)
    #expect(glasses == 3 && erased == 1)
  }

  @Test("P22: an app that is ended has everything that it saved, and sends it again")
  func ended() {
    var home = Home()
    home.isOffline(0, hours: 1)
    home.drinks(0)
    home.drinks(0)
    let before = home.site(0)
    home.step(.crash(device: 0), waits: 70)
    let (after, shown) = (
      home.site(0), home.world[copyAt: ReplicaAddress(0)].personDay(MemberHandle(0), 0)
    )
    #expect(
      after == before && shown.waters == 0 && home.world.pendingCount(at: ReplicaAddress(0)) == 2)
    // What it sends is on its way when it is ended, and the answer finds nobody.
    home.step(.open(device: 0), waits: 0)
    home.drinks(0)
    home.step(.close(device: 0), waits: 0)
    home.step(.crash(device: 0), waits: 0)
    let broken = home.settles()
    #expect(broken == [])
    let (glasses, erased) = (home.glasses(of: 0), home.world.events.counters.operationsErased)
    #expect(glasses == 3 && erased == 0)
    let (crashes, checks) = (
      home.world.events.counters.crashes,
      home.world.events.monitor.shared.tally.checks(of: .restartEquivalence)
    )
    // There is a copy of the family on the phone, and one of a group.
    #expect(crashes == 2 && checks == 4)
  }

  @Test("an answer to an app that was ended is heard by nobody, and asked for again")
  func endedInAnExchange() {
    var home = Home()
    home.drinks(0)
    home.step(.close(device: 0), waits: 0)
    let lost = home.world.events.counters.messagesLost
    home.world.perform(
      Step(SmallWorld.id(.none, number: 99), at: home.world.now + 1, .crash(device: 0)))
    home.world.advance(to: home.world.now + Span.minute)
    let lostNow = home.world.events.counters.messagesLost
    #expect(lostNow == lost + 1)
    home.step(.open(device: 0))
    let broken = home.settles()
    #expect(broken == [])
    let glasses = home.glasses(of: 0)
    #expect(glasses == 1)
  }

  @Test("a widget takes up what the app has saved, and says it once, though both exchange")
  func widget() {
    var home = Home()
    home.drinks(0)
    home.drinks(0)
    home.step(.close(device: 0), waits: 0)
    let (site, messages) = (home.site(0), home.world.events.counters.messages)
    home.world.perform(
      Step(SmallWorld.id(.none, number: 98), at: home.world.now + 1, .wakeWidget(device: 0)))
    home.drinks(0)
    let heard = home.world.events.counters.messages
    // The app's request, the widget's, and an answer to each; what the app asked for is not lost.
    #expect(heard >= messages + 3)
    home.step(.open(device: 0))
    let broken = home.settles()
    #expect(broken == [])
    let (after, glasses, authors) = (home.site(0), home.glasses(of: 0), home.authors)
    #expect(after == site && glasses == 3 && authors.filter { $0 == 0 }.count == 3)
    let (lost, checks) = (
      home.world.events.counters.messagesLost,
      home.world.events.monitor.shared.tally.checks(of: .restartEquivalence)
    )
    #expect(lost == 0 && checks == 2)
  }

  @Test("P2: an old backup that is restored doubles nothing of what was sent since")
  func oldBackup() {
    var home = Home()
    home.isOffline(0, hours: 1)
    home.drinks(0)
    home.drinks(0)
    home.step(.backUp(device: 0), waits: 70)
    home.step(.open(device: 0))
    home.drinks(0)
    home.step(.close(device: 0))
    home.step(.restore(device: 0, from: 0))
    home.step(.open(device: 0))
    home.drinks(0)
    home.step(.close(device: 0))
    let broken = home.settles()
    #expect(broken == [])
    let glasses = home.glasses(of: 0)
    #expect(glasses == 4)
  }

  @Test("a clone beside its original says nothing twice", arguments: [0, 1])
  func clone(first: Int) {
    var home = Home()
    home.isOffline(0, hours: 1)
    home.isOffline(1, hours: 1)
    home.drinks(0)
    home.drinks(0)
    home.step(.backUp(device: 0))
    home.step(.restore(device: 1, from: 0))
    home.drinks(0)
    home.step(.exchange(ReplicaAddress(1)), waits: 70)
    for device in [first, 1 - first] {
      home.step(.open(device: device))
      home.drinks(device)
      home.step(.close(device: device))
    }
    let broken = home.settles()
    #expect(broken == [])
    let glasses = home.glasses(of: 0)
    #expect(glasses == 5)
    let sites = (home.site(0), home.site(1))
    #expect(sites.0 != sites.1)
  }

  @Test("P12: who signs in on another's phone says nothing of what waits there, nor loses it")
  func accountSwitch() {
    var home = Home()
    home.isOffline(0, hours: 1)
    for _ in 0..<3 { home.drinks(0) }
    home.step(.signIn(person: 1, device: 0), waits: 70)
    let shown = home.world[copyAt: ReplicaAddress(0)].personDay(MemberHandle(0), 0).waters
    #expect(shown == 0, "nor does it show that")
    home.drinks(0)
    home.step(.open(device: 0))
    home.step(.close(device: 0))
    let authors = home.authors
    #expect(authors == [1])
    home.step(.signIn(person: 0, device: 0))
    home.step(.open(device: 0))
    let later = home.authors
    #expect(later == [1, 0, 0, 0])
    let broken = home.settles()
    #expect(broken == [])
  }

  @Test("P12: what waits for somebody who never comes back is theirs when all is over")
  func neverBack() {
    var home = Home()
    home.isOffline(0)
    for _ in 0..<2 { home.drinks(0) }
    home.step(.signIn(person: 1, device: 0))
    home.drinks(0)
    let broken = home.settles()
    #expect(broken == [])
    let glasses = (home.glasses(of: 0), home.glasses(of: 1))
    #expect(glasses == (2, 1))
  }

  @Test("steps that rest on what is not there are impossible")
  func impossible() {
    var home = Home()
    let before = home.world.events.counters.installs
    home.step(.restore(device: 0, from: 0))
    home.step(.backUp(device: 2))
    home.step(.restore(device: 0, from: 2))
    home.step(.failOver(behind: 0))
    home.step(.signIn(person: 9, device: 0))
    let (after, impossible) = (
      home.world.events.counters.installs, home.world.events.counters.stepsImpossible
    )
    #expect(after == before && impossible == 4, "no backup, another's, no journal, nobody")
  }
}

@Suite("A server that fails over in a world")
struct FailoverStepTests {
  @Test("gets back what devices still know, and nothing is counted twice", arguments: [0, 5, 600])
  func failover(minutesBehind: Int64) {
    var home = Home(mayFailOver: true)
    for device in [0, 2, 0, 3] {
      home.drinks(device)
      home.step(.open(device: device))
      home.step(.close(device: device))
    }
    let before = home.authors.count
    home.step(.failOver(behind: minutesBehind * Span.minute))
    let after = home.authors.count
    #expect(minutesBehind == 0 ? after == before : after < before)
    home.drinks(1)
    home.step(.open(device: 1))
    let broken = home.settles()
    #expect(broken == [])
    let glasses = (home.glasses(of: 0), home.glasses(of: 1))
    #expect(glasses == (3, 2))
    let counters = home.world.events.counters
    #expect(counters.failovers == 1 && counters.operationsPermanentlyLost == 0)
    let simulationEvents = home.world.events.simulationEvents.withElements { Array($0) }
    #expect(simulationEvents.count { $0.kind == .committed } == 5)
    #expect(simulationEvents.count { $0.kind == .decided } == 5, "what is decided again is no news")
  }

  @Test("loses for good what only an erased phone had, and that is counted")
  func permanentlyLost() {
    var home = Home(mayFailOver: true)
    home.drinks(0)
    home.step(.open(device: 0))
    home.drinks(2)
    home.step(.open(device: 2))
    home.step(.reinstall(device: 0))
    home.step(.failOver(behind: Span.hour))
    home.step(.open(device: 0))
    let broken = home.settles()
    #expect(broken == [])
    let glasses = (home.glasses(of: 0), home.glasses(of: 1))
    #expect(glasses == (0, 1))
    let lost = home.world.events.counters.operationsPermanentlyLost
    #expect(lost == 1)
  }

  @Test("gives an install back the number that it had, if the copy is older than the install")
  func forgottenInstall() {
    var home = Home(mayFailOver: true)
    home.step(.reinstall(device: 0))
    home.drinks(0)
    home.step(.open(device: 0))
    let site = home.site(0)
    home.drinks(0)
    home.step(.failOver(behind: Span.hour))
    home.step(.reinstall(device: 2))
    home.drinks(2)
    home.step(.open(device: 2))
    home.step(.open(device: 0))
    let broken = home.settles()
    #expect(broken == [])
    let (glasses, again) = (home.glasses(of: 0), home.site(0))
    #expect(glasses == 2 && again == site)
  }
}
