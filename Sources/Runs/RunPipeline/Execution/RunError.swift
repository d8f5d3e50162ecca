public import Parquet
public import Datasets

/// Why a run failed.
public enum RunError: Error, CustomStringConvertible {
  case file(FileError)
  case database(DatabaseError)
  case table(ParquetError)
  /// The name of the run is invalid.
  case name(String)
  /// The user pressed Ctrl-C, or the machine shuts down.
  case interrupted
  /// Interrupted, with finished batches kept for `--resume`.
  case interruptedAndKept
  /// Shards cannot be read or written.
  case shards(ShardError)
  /// The interrupted run has another scenario, seed or program than the requested one.
  case otherRun(String)

  public var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .database(let error): "\(error)"
    case .table(let error): "\(error)"
    case .shards(let error): "\(error)"
    case .name(let name):
      "'\(name)' is not a valid name of a run: a name has \(RunRequest.nameRule)."
    case .interruptedAndKept:
      "Interrupted: finished batches were kept; '--resume' continues from there."
    case .otherRun(let name):
      "Cannot resume '\(name)': the interrupted run has another scenario, seed or program; "
        + "without '--resume' it starts over."
    case .interrupted: "Interrupted: the unfinished run was removed."
    }
  }
}

extension RunError {
  /// Any error that a run or a shard ends with.
  init(any error: any Error) {
    self =
      switch error {
      case let error as FileError: .file(error)
      case let error as DatabaseError: .database(error)
      case let error as ParquetError: .table(error)
      case let error as ShardError: .shards(error)
      case let error as RunError: error
      default: preconditionFailure("a run fails in no other way than \(error)")
      }
  }
}
