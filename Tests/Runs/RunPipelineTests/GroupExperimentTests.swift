import Metrics
import Population
import Scenarios
import Testing

@testable import RunPipeline

@Suite("Group experiment")
struct GroupExperimentTests {
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

  /// A study that several tests read.
  private static let groups = Result { try study("fittoday-groups", people: 400, days: 40) }

  private static func effect(_ id: String, of study: GroupExperiment) throws -> GroupEffect {
    try #require(study.runs.effects.first { $0.definition == id })
  }

  @Test("adults in groups differ from other adults by chance alone if groups have no effect")
  func association() throws {
    let study = try Self.study("default", people: 300, days: 30)
    #expect(study.violations == 0)
    for effect in study.runs.effects where effect.definition != "ft.retention30_uplift" {
      let truth = try #require(effect.truth)
      #expect(truth.difference == 0, "groups have no effect in this scenario: \(effect.definition)")
      #expect(truth.interval == Interval(lower: 0, upper: 0))
    }
    let workouts = try Self.effect("ft.workouts_uplift", of: study)
    let association = try #require(workouts.association?.interval)
    #expect(association.lower < 0 && association.upper > 0, "adults are compared with adults")
  }

  @Test("the truth is the difference between the same people with and without groups")
  func truth() throws {
    let study = try Self.groups.get()
    let workouts = try Self.effect("ft.workouts_uplift", of: study)
    let truth = try #require(workouts.truth)
    let association = try #require(workouts.association)
    #expect(try #require(truth.interval).lower > 0)
    #expect(association.difference > truth.difference, "the association includes self-selection")
  }

  /// An estimate per joiner needs invitations to do nothing but make people join. They also make
  /// people return, so only the same people without groups tell what joining does.
  @Test("the truth of those who joined is larger than that of everybody, and of the same sign")
  func joiners() throws {
    let study = try Self.groups.get()
    let joined = try #require(study.runs.joinedMore)
    #expect(joined.difference > 0, "invitations increase membership")
    let workouts = try Self.effect("ft.workouts_uplift", of: study)
    let (all, joiners) = (try #require(workouts.truth), try #require(workouts.truthOfJoiners))
    #expect(joiners.difference > all.difference && all.difference > 0)
    #expect(try #require(joiners.interval).lower > 0)
    // They are the same people: as many of them in both runs.
    #expect(study.runs.joiners.people == study.runs.joinersWithout.people)
    #expect(study.runs.joiners.people > 0 && study.runs.joiners.people < study.runs.with.people)
  }
}
