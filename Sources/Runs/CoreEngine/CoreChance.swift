import CSQLite
import SimulatedDisk

/// SQLite's draws, such as the salts of its logs, made a function of what it is asked.
enum CoreChance {
  /// Begins the draws again, from the bits of a simulated disk in place of those of the system.
  ///
  /// SQLite takes them from its default file system, and only when it draws the first time.
  static func restart() {
    let disk = Disk()
    guard let simulated = sqlite3_vfs_find(disk.name), let usual = sqlite3_vfs_find(nil) else {
      return
    }
    var byte: UInt8 = 0
    sqlite3_vfs_register(simulated, 1)
    sqlite3_randomness(0, nil)
    sqlite3_randomness(1, &byte)
    sqlite3_vfs_register(usual, 1)
  }
}
