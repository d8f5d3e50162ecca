import Foundation
import JSONText
import Population
import Scenarios
import TestKit
import Testing

@testable import RunPipeline

@Suite("Run estimates")
struct EstimateTests {
  @Test("estimated rows and bytes are close to those of the run", arguments: [40, 900])
  func about(people: Int) throws {
    let folder = try TemporaryFolder()
    var request = SmallRun.request(in: folder, name: "whole")
    request.scenario.people = people
    request.scenario.days = 6
    let estimate = try RunEstimate(of: request.scenario, threads: 2)
    #expect(estimate.sampledPeople == min(people, 600))
    let outcome = try RunExecution(request).run()
    let manifest = try JSONReader().read(
      Array(Data(contentsOf: URL(filePath: "\(outcome.datasetPath)/manifest.json"))))
    var (rows, bytes) = (0, 0)
    for file in manifest["files"]?.elements ?? [] {
      bytes += file["bytes"]?.integer() ?? 0
      if file["table"]?.string == "person_days" { rows += file["rows"]?.integer() ?? 0 }
    }
    #expect(abs(Int(estimate.personDays) - rows) * 20 < rows, "\(estimate.personDays) of \(rows)")
    #expect(abs(Int(estimate.datasetBytes) - bytes) * 5 < bytes, "\(estimate.datasetBytes)")
    #expect(estimate.memoryBytes > 0 && estimate.seconds > 0)
  }

  @Test("the sample runs leave no files")
  func nothingStays() throws {
    let folder = try TemporaryFolder()
    _ = try RunEstimate(
      of: SmallRun.request(in: folder, name: "whole").scenario, threads: 1, in: folder.path)
    #expect(try folder.everything == [])
  }
}
