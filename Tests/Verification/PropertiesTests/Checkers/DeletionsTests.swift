import Base
import Chronology
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("Violations of P12 in account deletion")
struct DeletionsTests {
  let door = MonitoredAdmission()
  private static let gone = 3
  private static let left = "data of a person whose account is deleted remains"

  init() {
    for device in [Self.gone, 4] {
      let account = door.server.sites[device].account
      door.monitor.register(UInt32(device), as: .newcomer, account: account)
      door.monitor.shared.standings[device].isAdmitted = true
      let member = MemberHandle(UInt16(device))
      door.does(device, .setGroupConsent(of: member, to: true), as: member)
      door.exchange(device)
    }
  }

  /// Deletes the account of one of them; what is done to the server then is what is found there.
  private func deletes(_ editDriver: (inout Server, [FeedRow]) -> Void = { _, _ in }) {
    let account = door.server.sites[Self.gone].account
    let scope = Int(door.scope)
    let rows = (0..<door.server.scopes[scope].feed.count).map {
      door.server.scopes[scope].feed[$0]
    }
    let before = DeletionChecker(of: account, on: door.server, door.monitor.shared)
    door.server.deleteAccount(account, now: door.now)
    editDriver(&door.server, rows)
    door.monitor.deleted(before, on: door.server, at: door.now)
  }

  private func place(of kind: FactKind, by device: Int, in rows: [FeedRow]) -> Int {
    rows.firstIndex { Int($0.operation.site) == device && $0.operation.fact.kind == kind } ?? -1
  }

  @Test("a correct deletion violates nothing, to the end")
  func healthy() {
    deletes()
    door.end()
    #expect(door.reports == [])
  }

  @Test("an operation about the person that remains is detected")
  func wordStays() {
    deletes { server, rows in
      let place = place(of: .groupConsentSet, by: Self.gone, in: rows)
      server.scopes[Int(door.scope)].feed[place] = rows[place]
    }
    #expect(door.broken == [.isolation])
    #expect(door.reports == [Self.left])
  }

  @Test("the name under which they joined that remains is detected")
  func nameStays() {
    deletes { server, rows in
      let place = place(of: .groupJoined, by: Self.gone, in: rows)
      server.scopes[Int(door.scope)].feed[place] = rows[place]
    }
    #expect(door.reports == [Self.left])
  }

  @Test("a deletion that removes another person's operation is detected")
  func othersGo() {
    deletes { server, rows in
      let place = place(of: .groupConsentSet, by: 4, in: rows)
      server.scopes[Int(door.scope)].feed[place].operation.fact.payload = Payload()
    }
    #expect(door.reports == ["deleting an account removed data that was not its owner's"])
  }

  @Test("a deleted person who is still a member is detected")
  func staysMember() {
    deletes { server, _ in
      server.scopes[Int(door.scope)].state.shared.members[Self.gone].isActive = true
    }
    #expect(door.reports == ["a person whose account is deleted is still a member"])
  }

  @Test("a group that ends with one of ten members is detected")
  func groupEnds() {
    deletes { server, _ in server.deleteScope(door.scope, now: door.now) }
    #expect(door.reports == ["a scope has not ended with its last responsible member"])
  }

  @Test("a feed with fewer rows than before is detected")
  func rowsLost() {
    deletes { server, _ in
      let scope = Int(door.scope)
      while server.scopes[scope].feed.count > 3 { _ = server.scopes[scope].feed.removeLast() }
    }
    #expect(door.reports == ["a feed has lost rows with a deleted account"])
  }

  @Test("a server that writes more than the person's departure is detected")
  func saysMore() {
    deletes { server, rows in server.scopes[Int(door.scope)].feed.append(rows[2]) }
    #expect(door.reports == ["the server wrote more for a deleted person than their departure"])
  }

  @Test("a deleted person who may still sign in is detected")
  func signsIn() {
    let account = door.server.sites[Self.gone].account
    deletes { server, _ in server.directory.accounts[Int(account.raw)].closed = nil }
    #expect(door.reports == ["a person whose account is deleted may still sign in"])
  }

  @Test("an accepted operation about a deleted person is detected")
  func comesBack() {
    deletes()
    let member = MemberHandle(UInt16(Self.gone))
    let other = MemberHandle(4)
    let operation = door.does(4, .setGroupConsent(of: other, to: false), as: other)
    var row = FeedRow(
      operation: operation, verdict: Verdict(.changed), digest: .zero, committed: door.now)
    row.operation.fact.subject = member
    door.monitor.shared.erased = [ErasedMember(scope: door.scope, member: member)]
    DeletionMonitor().checkStaysDeleted(row, scope: door.scope, at: door.now, &door.monitor.shared)
    #expect(
      door.reports == ["the log accepts an operation about a person whose account is deleted"])
  }
}
