import Datasets
import Glibc
public import Plans

/// The file in which a run records its plan; it appears atomically.
final class PlanFile {
  private let path: String
  private let unfinished: String
  private let sink: FileSink
  private var isPublished = false

  init(at path: String) throws(FileError) {
    self.path = path
    unfinished = path + ".unfinished"
    sink = try FileSink(path: unfinished)
  }

  deinit {
    if !isPublished { unlink(unfinished) }
  }

  func append(_ bytes: [UInt8]) throws(FileError) { try sink.write(bytes) }

  func publish() throws(FileError) {
    _ = try sink.finish()
    guard rename(unfinished, path) == 0 else { throw FileError.last("cannot write", path) }
    isPublished = true
  }
}

/// Reading a plan from a file.
public enum PlanLibrary {
  /// The plan of a file; throws one sentence that names the error and its place.
  public static func read(_ path: String) throws(PlanFileError) -> Plan {
    guard let bytes = FileSource.bytes(of: path) else {
      throw PlanFileError(sentence: "\(path): this file cannot be read")
    }
    var reader = PlanReader(bytes)
    do {
      return try reader.read()
    } catch {
      throw PlanFileError(sentence: "\(path):\(error)")
    }
  }
}

/// Why a file is not a valid plan.
public struct PlanFileError: Error, CustomStringConvertible {
  let sentence: String

  public var description: String { sentence }
}
