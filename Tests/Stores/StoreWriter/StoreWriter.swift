import Base
import Chronology
import DomainCore
import Foundation
import SQLiteStores
import SyncCore

/// Saves taps until it is killed: `store-writer <database> <site>`. It prints the sequence of each
/// once that is saved. A test kills it at any moment, and two of them use one database.
@main
struct StoreWriter {
  private static let mother = MemberHandle(0)
  private static let firstDay = LocalDay(year: 2026, month: 3, day: 2)

  static func main() throws {
    let words = CommandLine.arguments
    guard words.count == 3, let site = UInt32(words[2]) else {
      FileHandle.standardError.write(Data("usage: store-writer <database> <site>\n".utf8))
      exit(64)
    }
    let place = StorePlace(database: words[1])
    let nonce = try InstallFile.nonce(at: place) { UInt64.random(in: 1...UInt64.max) }
    var replica = try opened(place, site, nonce)
    let day = firstDay.adding(days: 1)
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
    var now = Zone.utc.startOfDay(day)
    while true {
      now = now + Span.second / 10
      do throws(StorageError) {
        // One tap, and now and then one of three commands.
        let count = replica.store.sequence % 7 == 0 ? 3 : 1
        let commands = [Command](repeating: .logWater(for: mother, glass), count: count)
        let made = try replica.commit(
          commands, author: mother, day: day, zone: .utc, now: now)
        guard case .success(let first) = made else { exit(3) }
        let saved = (0..<count).map { "\(Int(first.sequence) + $0)\n" }.joined()
        FileHandle.standardOutput.write(Data(saved.utf8))
      } catch {
        guard error == .busy else { throw error }
      }
    }
  }

  /// The replica in the database; the first process makes it.
  private static func opened(
    _ place: StorePlace, _ site: UInt32, _ nonce: InstallNonce
  ) throws -> Replica<SQLiteReplicaStorage> {
    while true {
      do throws(StorageError) {
        return try Replica.open(try storage(place), as: nonce)
      } catch {
        guard error == .empty else { throw error }
      }
      var genesis = ScopeGenesis(firstDay: firstDay)
      for _ in 0..<2 {
        genesis.members.append(
          Member(role: .parent, born: LocalDay(year: 1990, month: 1, day: 1)))
      }
      do throws(StorageError) {
        _ = try Replica(
          site: site, scope: 0, genesis: genesis, storage: try storage(place), install: nonce)
      } catch {
        // Both have found it empty, and the other one was first.
        guard error == .occupied || error == .busy else { throw error }
      }
    }
  }

  private static func storage(_ place: StorePlace) throws(StorageError) -> SQLiteReplicaStorage {
    do throws(StoreOpeningError) {
      return try SQLiteReplicaStorage(at: place)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }
}
