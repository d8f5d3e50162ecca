/// A replica in a world: what the harness knows and does about it.
struct EngineReplica {
  let name: String
  let role: EngineOpening.Role
  var isOpen = false
  /// Whether it was ever opened.
  var exists = false
  var incarnation = 1
  /// How far its clock is ahead, in milliseconds.
  var skew: Int
  /// Whether it must be saved: a fault will need what it has saved.
  var isSaved: Bool
  /// Messages that wait until the state behind them is saved.
  var held: [EngineOutgoing] = []
  var saved: EngineSave?
  var backup: EngineSave?
  /// Whether something has happened since the last save, or since the last reading.
  var isUnsaved = false
  var isUnread = true
  var saveIsPlanned = false
  /// The number of the last wish to be woken; an earlier one no longer counts.
  var wakeNumber = 0
  var offlineUntil = 0
  /// Rises with each opening; an event for an earlier one no longer counts.
  var opening = 0
  /// Where an engine that keeps files has them.
  var directory: String?
  /// The last reading found that it cannot be read.
  var isUnreadable = false
}

/// A message before it is sent, with the key that decides what the network does to it.
struct EngineOutgoing {
  var key: UInt64
  var to: Int
  var bytes: [UInt8]
}

/// What a replica has saved, and what it showed then.
struct EngineSave {
  var bytes: [UInt8]?
  /// A copy of its files.
  var directory: String?
  var view: EngineView
}
