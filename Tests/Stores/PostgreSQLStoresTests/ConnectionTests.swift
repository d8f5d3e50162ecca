import PostgreSQLStores
import Testing

@Suite("Connecting to PostgreSQL")
struct ConnectionTests {
  @Test("why there is no connection is one plain line, whatever the lines of the library")
  func noConnection() {
    // Nothing listens at port 1; the library adds an indented line that asks for the server.
    let error = #expect(throws: PostgreSQLOpeningError.self) {
      _ = try PostgreSQLWriter(
        "host=127.0.0.1 port=1 connect_timeout=5", patienceSeconds: 4, clock: { 0 })
    }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("The database server cannot be used: connection to server at"))
    #expect(text.contains("Connection refused. Is the server running"), "\(text)")
    #expect(text.allSatisfy { $0 == " " || !$0.isWhitespace } && !text.contains("  "), "\(text)")
  }
}
