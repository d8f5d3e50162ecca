import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("An import of habits")
struct HabitImportTests {
  private static let header = "record,owner,name,day,source\n"

  private func error(csv text: String) -> String {
    do {
      let records = try HabitImport.csv(text)
      return "read \(records.count)"
    } catch { return error.description }
  }

  private func error(json text: String) -> String {
    do {
      let records = try HabitImport.json(text)
      return "read \(records.count)"
    } catch { return error.description }
  }

  @Test("HAB-7: reads a table that a person wrote, in any order of rows and columns")
  func handwritten() throws {
    let text = #"""
      \#u{FEFF}name,record,day,color
      Read,completion,2026-01-06,red
      Read,habit,,

      read ,completion,2026-01-05
      READ,completion,2026-01-06,blue
      "Say ""hi""",habit
      """#
    let records = try HabitImport.csv(text)
    #expect(records.map(\.name) == ["Read", "Say \"hi\""])
    #expect(records[0].completions.map(\.day) == [TestFamily.day(0), TestFamily.day(1)])
    #expect(records[0].completions.map(\.source) == [.imported, .imported])
    #expect(records[0].owner == MemberHandle(0) && records[0].started == nil)
    #expect(records[0].firstDay == TestFamily.day(0) && records[1].firstDay == nil)
    for lineEnd in ["\n", "\r\n", "\r"] {
      let same = text.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: lineEnd)
      #expect(try HabitImport.csv(same) == records)
    }
  }

  @Test("HAB-7: reads a document with only the required keys")
  func sparse() throws {
    let records = try HabitImport.json(
      """
      {"schemaVersion": 1, "by": "hand", "habits": [
        {"name": "Read", "color": "red", "completions": [
          {"day": "2026-01-06"}, {"day": "2026-01-05", "source": "app"},
          {"day": "2026-01-06", "source": "widget"}]},
        {"name": "Read", "owner": 3}
      ]}
      """)
    #expect(records.map(\.owner.index) == [0, 3])
    #expect(records[0].completions.map(\.day) == [TestFamily.day(0), TestFamily.day(1)])
    // Of two completions for one day the last wins (HAB-2).
    #expect(records[0].completions.map(\.source) == [.app, .widget])
  }

  @Test("HAB-7: reports what is wrong with a table, and on which line")
  func csvErrors() {
    let header = Self.header
    #expect(error(csv: "") == "line 1: the first line must name a column 'record'")
    #expect(error(csv: "record,day\n") == "line 1: the first line must name a column 'name'")
    #expect(error(csv: header) == "read 0")
    #expect(
      error(csv: header + "habit,0,Read\nhabits,0,Write\n")
        == "line 3: a row is a 'habit' or a 'completion', found 'habits'")
    #expect(error(csv: header + "habit,0, \n") == "line 2: a habit needs a name")
    #expect(
      error(csv: header + "habit,1,Read\nhabit,2,Read\nhabit,1,\" READ\"\n")
        == "line 4: the habit ' READ' is there twice")
    #expect(
      error(csv: header + "habit,0,\"two\nlines\"\ncompletion,0,Run,2026-01-05\n")
        == "line 4: there is no habit 'Run' that this completion belongs to")
    #expect(
      error(csv: header + "habit,0,Read\ncompletion,1,Read,2026-01-05\n")
        == "line 3: there is no habit 'Read' that this completion belongs to")
    #expect(
      error(csv: header + "habit,0,Read\ncompletion,0,Read,2026-02-29\n")
        == "line 3: 'day' must be a day such as 2026-01-05, found '2026-02-29'")
    #expect(
      error(csv: header + "habit,0,Read\ncompletion,0,Read,2026-02-28,phone\n")
        == "line 3: 'source' must be 'app', 'widget' or 'imported', found 'phone'")
    #expect(
      error(csv: header + "habit,65536,Read\n")
        == "line 2: 'owner' must be a whole number from 0 to 65535, found '65536'")
    #expect(
      error(csv: "record,name,archived\nhabit,Read,maybe\n")
        == "line 2: 'archived' must be 'yes' or 'no', found 'maybe'")
    #expect(
      error(csv: "record,name,started\nhabit,Read,soon\n")
        == "line 2: 'started' must be a day such as 2026-01-05, found 'soon'")
    #expect(
      error(csv: "record,name,rank\nhabit,Read,-1\n")
        == "line 2: 'rank' must be a whole number from 0 to 4294967295, found '-1'")
    #expect(
      error(csv: header + "habit,0,\"Read\n\n")
        == "line 2: the quotation mark that begins here is never closed")
    #expect(
      error(csv: header + "habit,0,\"Re\"ad\n")
        == "line 2: a field in quotation marks ends in the middle; double a mark that belongs to "
        + "the text")
  }

  @Test("HAB-7: reports what is wrong with a document, and on which line")
  func jsonErrors() {
    func habit(_ fields: String) -> String {
      error(json: "{\"schemaVersion\": 1, \"habits\": [\n{\(fields)}\n]}")
    }
    #expect(error(json: "{").hasPrefix("line 1: expected"))
    #expect(error(json: "[]") == "line 1: 'the document' must be an object, found a list")
    #expect(error(json: "{}") == "line 1: 'schemaVersion' is missing")
    #expect(
      error(json: "{\"schemaVersion\": 2}")
        == "line 1: this program reads version 1 of the layout, found 2")
    #expect(error(json: "{\"schemaVersion\": 1}") == "line 1: 'habits' is missing")
    #expect(
      error(json: "{\"schemaVersion\": 1, \"habits\": 3}")
        == "line 1: 'habits' must be a list, found 3")
    #expect(
      error(json: "{\"schemaVersion\": 1, \"habits\": [\n3]}")
        == "line 2: 'a habit' must be an object, found 3")
    #expect(habit("") == "line 2: 'name' is missing")
    #expect(habit("\"name\": null") == "line 2: 'name' is missing")
    #expect(habit("\"name\": 1") == "line 2: 'name' must be a text, found 1")
    #expect(habit("\"name\": \"\\n\"") == "line 2: a habit needs a name")
    #expect(
      habit("\"name\": \"Read\"}, {\n\"name\": \"read\"")
        == "line 2: the habit 'read' is there twice")
    #expect(
      habit("\"name\": \"Read\", \"archived\": 1")
        == "line 2: 'archived' must be true or false, found 1")
    #expect(
      habit("\"name\": \"Read\", \"icon\": 1.5")
        == "line 2: 'icon' must be a whole number from 0 to 4294967295, found 1.5")
    #expect(
      habit("\"name\": \"Read\", \"owner\": -1")
        == "line 2: 'owner' must be a whole number from 0 to 65535, found -1")
    #expect(
      habit("\"name\": \"Read\", \"started\": \"soon\"")
        == "line 2: 'started' must be a day such as 2026-01-05, found 'soon'")
    #expect(
      habit("\"name\": \"Read\", \"completions\": [\n{}]") == "line 3: 'day' is missing")
    #expect(
      habit("\"name\": \"Read\", \"completions\": [\n7]")
        == "line 3: 'a completion' must be an object, found 7")
    #expect(
      habit("\"name\": \"Read\", \"completions\": [{\"day\": 5}]")
        == "line 2: 'day' must be a day such as 2026-01-05, found 5")
    #expect(
      habit("\"name\": \"Read\", \"completions\": [{\"day\": \"2026-01-05\", \"source\": 5}]")
        == "line 2: 'source' must be 'app', 'widget' or 'imported', found 5")
    #expect(
      habit("\"name\": \"Read\", \"completions\": [{\"day\": \"2026-01-05\", \"source\": \"x\"}]")
        == "line 2: 'source' must be 'app', 'widget' or 'imported', found 'x'")
  }

  @Test("HAB-7: a broken text gives an error and never a crash", arguments: 0..<12)
  func mutilated(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    var record = HabitRecord(owner: TestFamily.child, name: "Say \"hi\", 🏃🏽‍♀️")
    record.text = "'=two\nlines"
    record.completions = [.init(TestFamily.day(0), source: .app)]
    for text in [HabitExport.csv([record]), HabitExport.json([record])] {
      for _ in 0..<40 {
        var bytes = Array(text.utf8)
        for _ in 0...dice.roll(4) {
          let place = dice.roll(bytes.count)
          switch dice.roll(3) {
          case 0: bytes.remove(at: place)
          case 1: bytes[place] = UInt8(dice.pick(Array("\",\r\n'={}[]:0a".utf8)))
          default: bytes.removeSubrange(place...)
          }
          if bytes.isEmpty { break }
        }
        let broken = String(decoding: bytes, as: UTF8.self)
        // Records that were read can be written and read again.
        if let records = try? HabitImport.csv(broken) {
          #expect(try! HabitImport.csv(HabitExport.csv(records)) == records)
        }
        if let records = try? HabitImport.json(broken) {
          #expect(try! HabitImport.json(HabitExport.json(records)) == records)
        }
      }
    }
  }
}
