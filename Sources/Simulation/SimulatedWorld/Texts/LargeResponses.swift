import Base
import SyncCore

/// The last large responses to a device, each as it was written and as its bytes were read.
///
/// A device that has missed a snapshot asks until it has one, and the server sends the same rows
/// each time. What bytes say depends on what was written alone, so the same response is not written
/// and read a second time. It is the same only if it is equal in everything.
struct LargeResponses: ~Copyable {
  private struct Known: ~Copyable {
    var written = Response()
    var read = Response()
    var byteCount = 0
  }

  private var newest = Known()
  /// A copy that arrives twice has been read already, which makes it another response.
  private var older = Known()

  /// Shorter ones are written and read in less time than they are compared.
  static let rowsMin = 24

  /// Makes a response what its bytes say, as `read` does it. Returns the number of bytes.
  mutating func read(
    _ response: inout Response, _ read: (inout Response) -> Int
  ) -> Int {
    if newest.written.isSame(as: response) {
      response.become(newest.read)
      return newest.byteCount
    }
    if older.written.isSame(as: response) {
      response.become(older.read)
      return older.byteCount
    }
    swap(&newest, &older)
    newest.written.become(response)
    newest.byteCount = read(&response)
    newest.read.become(response)
    return newest.byteCount
  }
}
