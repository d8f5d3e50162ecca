import SystemLibrary

/// Why a file or folder could not be written or read.
public struct FileError: Error, Sendable, Equatable {
  /// What kind of problem it is.
  public enum Code: Sendable {
    case noSpace, notPermitted, exists, missing, notADirectory, notARun, inUse, other
  }

  public let code: Code
  public let path: String
  /// What failed, such as “cannot write”.
  public let action: String
  /// The cause, and what to do about it.
  public let cause: String

  public init(_ code: Code, _ action: String, _ path: String, because cause: String) {
    self.code = code
    self.path = path
    self.action = action
    self.cause = cause
  }
}

extension FileError {
  /// The error of the last system call.
  public static func last(_ action: String, _ path: String) -> FileError {
    last(action, path, number: errno)
  }

  static func last(_ action: String, _ path: String, number: Int32) -> FileError {
    switch number {
    case ENOSPC, EDQUOT:
      FileError(
        .noSpace, action, path,
        because: "no space is left there; free some or choose another folder")
    case EACCES, EPERM, EROFS:
      FileError(
        .notPermitted, action, path,
        because: "writing there is not permitted; choose another folder or change its rights")
    case EEXIST, ENOTEMPTY:
      FileError(.exists, action, path, because: "it exists already")
    case ENOENT:
      FileError(.missing, action, path, because: "it does not exist")
    case ENOTDIR:
      FileError(
        .notADirectory, action, path, because: "a part of the path is a file and not a folder")
    default:
      FileError(.other, action, path, because: String(cString: strerror(number)).lowercased())
    }
  }
}

extension FileError: CustomStringConvertible {
  public var description: String {
    "\(action.prefix(1).uppercased())\(action.dropFirst()) \(path): \(cause)."
  }
}
