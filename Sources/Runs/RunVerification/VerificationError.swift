/// Why a finished run cannot be read back: one sentence that names the file and the place.
public struct VerificationError: Error, CustomStringConvertible, Sendable {
  public let description: String

  init(_ path: String, _ problem: String) {
    description = "\(path): \(problem)"
  }
}
