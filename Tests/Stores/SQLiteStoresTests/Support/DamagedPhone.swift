import Base
import Chronology
import DomainCore
import SimulatedDisk
import SyncCore
import TestKit
import Testing

@testable import SQLiteStores

/// A mother's phone, with confirmed and with pending operations.
struct DamagedPhone {
  let home = Household()
  let drive: Drive
  let place: StorePlace
  let mother: AccountHandle
  var pending: [Operation] = []

  /// Where the clock was set back, what waits is stamped after the last one that came, and not by
  /// the clock.
  init(setsClockBack: Bool = false) throws {
    drive = home.drive()
    place = home.place(drive)
    mother = home.server.directory.open(.person)
    let install = try InstallFile.nonce(at: place) { 100 }
    let site = home.server.register(
      scope: 0, member: Household.mother, account: mother, install: install)
    var phone = try home.found(at: place, site: site, install: install)
    for _ in 0..<4 { try home.drink(&phone) }
    try home.exchange(&phone)
    if setsClockBack { home.now = home.now + -Span.hour }
    try home.submit(
      [
        .createHabit(
          for: Household.mother, name: home.name("a"), category: .empty, icon: 0, rank: 0)
      ],
      to: &phone)
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
    try home.submit(
      [Command](repeating: .logWater(for: Household.mother, glass), count: 3), to: &phone)
    for _ in 0..<4 { try home.drink(&phone) }
    pending = Contents(phone).pending
  }

  /// Saves more, and cuts the log off in silence, so many bytes before its end.
  func cutLog(before end: Int) throws {
    do {
      var phone = try home.opened(at: place)
      for _ in 0..<6 { try home.drink(&phone) }
    }
    // As long as a process has it open, all know the log from memory.
    drive.kill(process: 0)
    drive.flip(bit: (drive.byteCount(of: "replica.db-wal") - end) * 8, of: "replica.db-wal")
  }

  /// Hands over what was salvaged, and goes on as a new site; returns how many operations of the
  /// old one the server has.
  func goesOn(_ install: InstallNonce) throws -> [UInt32] {
    var phone = try home.opened(at: place, as: install)
    let isForeign = phone.isForeign
    try #require(isForeign)
    _ = phone.shown
    for _ in 0..<6 {
      let needsSite = phone.needsSite
      if needsSite {
        let number = home.server.register(
          scope: 0, member: Household.mother, account: mother, install: install)
        try phone.register(as: number)
      }
      try home.exchange(&phone)
    }
    let (pendingCount, isStillForeign) = (phone.store.pendingCount, phone.isForeign)
    try #require(pendingCount == 0 && !isStillForeign)
    try home.drink(&phone)
    try home.exchange(&phone)
    let isSame = phone.store.state.isIdentical(to: home.server.scopes[0].state)
    let left = phone.store.pendingCount
    #expect(isSame && left == 0)
    return home.server.rows(of: 0).filter { $0.operation.site == 0 }.map(\.operation.sequence)
  }
}
