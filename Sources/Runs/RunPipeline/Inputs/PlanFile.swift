import Datasets
public import Plans
import SystemLibrary

/// Reading a plan from a file.
public enum PlanLibrary {
  /// The plan of a file; throws one sentence that names the error and its place.
  public static func read(_ path: String) throws(PlanFileError) -> Plan {
    var reader = PlanReader()
    try FileSource.read(path, .plan) { error in
      PlanFileError(sentence: "\(path): \(error)")
    } take: { (part) throws(PlanFileError) in
      do {
        try reader.append(part)
      } catch {
        throw PlanFileError(sentence: "\(path):\(error)")
      }
    }
    do {
      return try reader.finish()
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
