import Chronology

/// Parses the values of both formats, or reports the one that it could not read.
struct HabitFieldReader {
  let line: Int

  func day(_ field: String, _ text: String) throws(HabitImportError) -> LocalDay {
    guard let day = LocalDay(text) else {
      throw unreadable(field, found: "'\(text)'", expected: "a day such as 2026-01-05")
    }
    return day
  }

  func source(_ text: String) throws(HabitImportError) -> CompletionSource {
    guard let source = HabitFormat.source(of: text) else {
      throw unreadable(HabitFormat.source, found: "'\(text)'", expected: HabitFormat.sourceWords)
    }
    return source
  }

  func unreadable(_ field: String, found: String, expected: String) -> HabitImportError {
    HabitImportError(.fieldUnreadable(field, found: found, expected: expected), line: line)
  }
}
