import Base
import Chronology
import DomainCore
import Foundation
import SyncCore
import TestKit
import Testing

@testable import Properties

@Suite("What a conflict policy guarantees")
struct PoliciesTests {
  @Test(
    "stamps are checked under every policy, and exceptions of a policy are expected",
    arguments: ConflictPolicy.allCases)
  func policies(policy: ConflictPolicy) throws {
    let world = MonitoredWorld(policy: policy)
    let tomorrow = HybridClock.stamp(of: world.now + Span.day)
    for stamp in [tomorrow, 7] {
      var row = FeedRow(
        operation: world.drinks(), verdict: Verdict(.changed), digest: .zero, committed: world.now)
      row.operation.fact.version.stamp = stamp
      world.monitor.looksAtStamp(of: row, scope: world.scope, at: world.now)
    }
    let properties: Set<Property> = [.causality, .clockSafety]
    #expect(world.broken == (policy.promisesStamps ? properties : []))
    for property in properties {
      let expected = world.monitor.shared.tally.expectedCount(of: property)
      #expect(expected == (policy.promisesStamps ? 0 : 1))
      let said = try Self.said(property, policy)
      #expect(said.hasPrefix("yes") == policy.promisesStamps, "\(said)")
    }
  }

  /// The table of policies for a property.
  private static func said(_ property: Property, _ policy: ConflictPolicy) throws -> String {
    let rows = try CommittedFile.text("docs/policies.md").split(separator: "\n")
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    let heads = try #require(rows.last { $0.contains("`\(policy.name)`") })
    let column = try #require(heads.firstIndex(of: "`\(policy.name)`"))
    let row = try #require(rows.first { $0.first?.hasSuffix("(\(property.id))") == true })
    return row[column]
  }
}
