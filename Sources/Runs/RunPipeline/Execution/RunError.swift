public import Parquet
public import Datasets

/// Why a run could not be made, or not be finished.
public enum RunError: Error, CustomStringConvertible {
  case file(FileError)
  case database(DatabaseError)
  case table(ParquetError)
  /// A name that no run can have.
  case name(String)
  /// Somebody pressed Ctrl-C, or the machine is going down.
  case interrupted
  /// The same, and what was finished is there for who goes on with it.
  case interruptedAndKept
  /// What was interrupted is not what was asked for.
  case otherRun(String)

  public var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .database(let error): "\(error)"
    case .table(let error): "\(error)"
    case .name(let name):
      "A run cannot be called '\(name)': a name has \(RunRequest.nameRule)."
    case .interruptedAndKept:
      "Interrupted: what was finished was kept, and '--resume' goes on from there."
    case .otherRun(let name):
      "Cannot go on with '\(name)': what was interrupted was of another scenario, seed or program; "
        + "without '--resume' it begins anew."
    case .interrupted: "Interrupted: nothing of the unfinished run was kept."
    }
  }
}
