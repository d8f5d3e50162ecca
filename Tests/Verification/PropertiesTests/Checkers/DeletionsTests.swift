import Base
import Chronology
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("P12 of accounts that are deleted is seen to fail")
struct DeletionsTests {
  let door = MonitoredAdmission()
  private static let gone = 3
  private static let left = "something is left of somebody whose account is deleted"

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

  @Test("but not where all is as it must be, to the end")
  func healthy() {
    deletes()
    door.end()
    #expect(door.reports == [])
  }

  @Test("when a word about them stays")
  func wordStays() {
    deletes { server, rows in
      let place = place(of: .groupConsentSet, by: Self.gone, in: rows)
      server.scopes[Int(door.scope)].feed[place] = rows[place]
    }
    #expect(door.broken == [.isolation])
    #expect(door.reports == [Self.left])
  }

  @Test("when the name under which they came stays")
  func nameStays() {
    deletes { server, rows in
      let place = place(of: .groupJoined, by: Self.gone, in: rows)
      server.scopes[Int(door.scope)].feed[place] = rows[place]
    }
    #expect(door.reports == [Self.left])
  }

  @Test("when another's word goes along")
  func othersGo() {
    deletes { server, rows in
      let place = place(of: .groupConsentSet, by: 4, in: rows)
      server.scopes[Int(door.scope)].feed[place].operation.fact.payload = Payload()
    }
    #expect(door.reports == ["an account was deleted, and with it what was not its owner's"])
  }

  @Test("when they are a member still")
  func staysMember() {
    deletes { server, _ in
      server.scopes[Int(door.scope)].state.shared.members[Self.gone].isActive = true
    }
    #expect(door.reports == ["somebody is still a member whose account is deleted"])
  }

  @Test("when the group ends with one of ten")
  func groupEnds() {
    deletes { server, _ in server.deleteScope(door.scope, now: door.now) }
    #expect(door.reports == ["a scope has not ended with the last who could look after it"])
  }

  @Test("when a feed has fewer rows than before")
  func rowsLost() {
    deletes { server, _ in
      let scope = Int(door.scope)
      while server.scopes[scope].feed.count > 3 { _ = server.scopes[scope].feed.removeLast() }
    }
    #expect(door.reports == ["a feed has lost rows with somebody whose account is deleted"])
  }

  @Test("when the server says more for them than that they are gone")
  func saysMore() {
    deletes { server, rows in server.scopes[Int(door.scope)].feed.append(rows[2]) }
    #expect(door.reports == ["a server says for somebody more than that they are gone"])
  }

  @Test("when they may sign in still")
  func signsIn() {
    let account = door.server.sites[Self.gone].account
    deletes { server, _ in server.directory.accounts[Int(account.raw)].closed = nil }
    #expect(door.reports == ["somebody may sign in still whose account is deleted"])
  }

  @Test("when the log hears of them again")
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
    #expect(door.reports == ["the log hears of somebody whose account is deleted"])
  }
}
