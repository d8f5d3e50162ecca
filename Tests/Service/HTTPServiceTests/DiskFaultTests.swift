import SQLiteStores
import TestKit
import Testing

@testable import HTTPService

@Suite("Faults of a service's disk")
struct DiskFaultTests {
  @Test("the file has words, and the first wrong one is named")
  func words() {
    func read(_ text: String) -> (wrong: String?, conditions: DiskConditions) {
      var conditions = DiskConditions()
      let wrong = DiskFaults.read(Array(text.utf8), into: &conditions)
      return (wrong, conditions)
    }
    #expect(read("") == (nil, DiskConditions()))
    #expect(
      read(" slow 2.5\nfull\n") == (nil, DiskConditions(syncDelayMicroseconds: 2_500, isFull: true))
    )
    #expect(read("full fast").wrong == "fast")
    #expect(read("slow").wrong == "slow" && read("slow -1").wrong == "slow")
    #expect(read("slow 60001").wrong == "slow" && read("slow nan").wrong == "slow")
  }

  @Test("it needs a store in a file, and words that are known")
  func wrong() throws {
    let folder = try TemporaryFolder()
    try folder.write("slow", to: "faults")
    for (store, part) in [
      (StoreChoice.memory, "needs '--store sqlite:PATH', and the store is 'memory'"),
      (.sqlite(path: "\(folder.path)/journal"), "'slow' is no fault of a disk"),
    ] {
      var settings = ServiceSettings()
      settings.port = 0
      settings.store = store
      settings.diskFaults = "\(folder.path)/faults"
      let error = #expect(throws: ServiceStartError.self) { _ = try ServiceLoop(settings) }
      #expect(error?.description.contains(part) ?? false, "\(error?.description ?? "")")
    }
    #expect(try folder.everything == ["faults"])
  }
}
