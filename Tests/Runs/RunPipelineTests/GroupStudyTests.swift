import Metrics
import Population
import Scenarios
import Testing

@testable import RunPipeline

@Suite("What groups do, asked in four ways")
struct GroupStudyTests {
  private static func study(
    _ name: String, people: Int, days: Int, _ settings: [String] = []
  ) throws -> GroupExperiment {
    func resolved(_ more: [String]) throws -> Scenario {
      try ScenarioLibrary().resolve(
        name, overrides: ["people=\(people)", "days=\(days)", "seed=4"] + settings + more)
    }
    let with = try resolved(GroupExperiment.with)
    return try GroupExperiment(
      without: resolved(GroupExperiment.without), with: with,
      invited: GroupExperiment.invited(with),
      threads: 2)
  }

  private static func effect(_ id: String, of study: GroupExperiment) throws -> GroupEffect {
    try #require(study.runs.effects.first { $0.definition == id })
  }

  @Test("who joins differs from who does not, also where groups do nothing at all")
  func association() throws {
    let study = try Self.study("default", people: 300, days: 30)
    #expect(study.violations == 0)
    for effect in study.runs.effects where effect.definition != "ft.retention30_uplift" {
      let truth = try #require(effect.truth)
      #expect(truth.difference == 0, "people of this scenario heed no group: \(effect.definition)")
      #expect(truth.interval == Interval(lower: 0, upper: 0))
    }
    let workouts = try Self.effect("ft.workouts_uplift", of: study)
    let association = try #require(workouts.association?.interval)
    #expect(association.lower > 0, "those in groups train more, and did before")
  }

  @Test("where people heed groups, the truth is told by the same people with and without")
  func truth() throws {
    let study = try Self.study("fittoday-groups", people: 400, days: 40)
    let workouts = try Self.effect("ft.workouts_uplift", of: study)
    let truth = try #require(workouts.truth)
    let association = try #require(workouts.association)
    #expect(try #require(truth.interval).lower > 0)
    #expect(association.difference > truth.difference, "it counts who joins as well")
  }

  @Test("the effect for each who joined is that of the invitation by what it adds to joining")
  func joining() throws {
    let study = try Self.study("fittoday-groups", people: 400, days: 40)
    let joined = try #require(study.runs.joinedMore)
    #expect(joined.difference > 0, "an invitation brings people in")
    for effect in study.runs.effects {
      guard let invitation = effect.invitation, let joining = effect.joining else { continue }
      #expect(abs(joining.difference - invitation.difference / joined.difference) < 1e-12)
      #expect(joining.base == invitation.base)
    }
  }
}
