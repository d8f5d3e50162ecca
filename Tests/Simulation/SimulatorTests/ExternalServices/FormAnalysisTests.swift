import Environment
import DomainCore
import Testing

@Suite("TRN-4: a form analysis")
struct FormAnalysisTests {
  @Test("TRN-4: the service measures the joints that the core knows, and the core scores them")
  func score() throws {
    let service = AnalysisService(modelVersion: 1, foodCount: 24)
    func scored(_ attempt: UInt64) throws -> Int? {
      guard case .found(let found) = service.form(reference: 7, attempt: attempt, isReachable: true)
      else { return nil }
      return FormAnalysis.score(
        try found.map {
          let joint = try #require(Joint(rawValue: $0.joint))
          return JointDeviation(joint, tenths: Int32($0.tenthDegrees))
        })
    }
    #expect(try scored(7) == 100)
    let others = try (100..<200).map { try #require(try scored($0)) }
    #expect(others.allSatisfy { (0..<100).contains($0) } && Set(others).count > 10)
  }
}
