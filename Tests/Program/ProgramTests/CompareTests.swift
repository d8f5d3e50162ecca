import Foundation
import JSONText
import TestKit
import Testing

@Suite("'shakeout compare' and 'shakeout describe'")
struct CompareTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("a scenario compared with itself is identical, and no files are written")
  func same() throws {
    let ending = try folder.shakeout("compare smoke smoke")
    #expect(ending.code == 0 && ending.errors == "")
    #expect(ending.output.hasSuffix("The runs are identical, byte for byte.\n"))
    let figures = ending.output.split(separator: "\n").filter { $0.hasPrefix("pc.") }
    #expect(!figures.isEmpty && !figures.contains { $0.contains("*") })
    #expect(try folder.everything == [])
  }

  @Test("'compare' prints a difference for every metric, also as JSON")
  func differs() throws {
    let ending = try folder.shakeout(
      "compare baseline baseline --people 200 --days 20 --json "
        + "--with behavior.openLogitBase=2 --with lifecycle.lapseHazardFirst=0")
    #expect(ending.code == 0 && ending.errors == "")
    let json = try ending.json
    #expect(json["isSame"]?.boolean == false && json["people"]?.integer() == 200)
    let rows = try #require(json["differences"]?.elements)
    let active = try #require(rows.first { $0["metric"]?.string == "pc.dau" })
    #expect(active["isSignificant"]?.boolean == true)
    #expect(try #require(active["lower"]?.double) > 0.05)
    #expect(try #require(active["varianceReduction"]?.double) > 0)
  }

  @Test("'--by' compares by segment, with units and a legend")
  func parts() throws {
    let line = "compare smoke smoke --with behavior.openLogitBase=3 --by role --by platform"
    let ending = try folder.shakeout(line)
    #expect(ending.code == 0 && ending.errors == "", "\(ending)")
    let lines = ending.output.split(separator: "\n")
    #expect(lines[0].hasSuffix("unit"))
    #expect(lines.contains { $0.hasPrefix("pc.dau ") && $0.hasSuffix("% of person-days") })
    #expect(lines.contains { $0.hasPrefix("role: child, ") && $0.hasSuffix(" people") })
    #expect(lines.contains { $0.hasPrefix("platform: ios, ") })
    #expect(lines.contains("first: smoke. second: smoke with behavior.openLogitBase=3."))
    let json = try folder.shakeout(line + " --json").json
    let parts = try #require(json["segments"]?.elements)
    let dimensions = parts.compactMap { $0["dimension"]?.string }
    #expect(dimensions.contains("platform"))
    // Children and parents are all people, so the total lies between the two segments.
    let total = try #require(
      json["differences"]?.elements?.first { $0["metric"]?.string == "pc.dau" })
    let bounds = parts.filter { $0["dimension"]?.string == "role" }.compactMap { part in
      part["differences"]?.elements?.first { $0["metric"]?.string == "pc.dau" }?["second"]?.double
    }
    let whole = try #require(total["second"]?.double)
    #expect(bounds.count == 2 && bounds.min()! <= whole && whole <= bounds.max()!)
    let unknown = try folder.shakeout("compare smoke smoke --by shoes")
    #expect(unknown.code == 64 && unknown.errors.contains("'cohort', 'product', 'role'"))
    let together = try folder.shakeout("compare smoke --policies --by role")
    #expect(together.code == 64 && together.errors.contains("cannot be combined with '--policies'"))
  }

  @Test("'--policies' prints the difference of every metric under each other policy")
  func policies() throws {
    let line =
      "compare rough-network --people 60 --days 20 --policies --set clocks.skewedFraction=0.5"
    let ending = try folder.shakeout(line)
    #expect(ending.code == 0 && ending.errors == "", "\(ending)")
    let lines = ending.output.split(separator: "\n")
    for policy in ["arrival-wins", "client-timestamp-wins", "client-wins-per-field"] {
      #expect(lines[0].contains(policy))
    }
    #expect(lines.contains { $0.hasPrefix("pc.retention.d7 ") })
    let json = try folder.shakeout(line + " --json").json
    let others = try #require(json["policies"]?.elements)
    #expect(others.count == 3 && others.allSatisfy { $0["isSame"]?.boolean == false })
    // The differences equal those of a comparison with that policy alone.
    let alone = try folder.shakeout(
      "compare rough-network rough-network --people 60 --days 20 --set clocks.skewedFraction=0.5 "
        + "--with sync.policy=arrival-wins --json"
    ).json
    #expect(others[0]["policy"]?.string == "arrival-wins")
    #expect(others[0]["differences"] == alone["differences"])
  }

  @Test("invited people have the same weight with and without groups")
  func invitations() throws {
    let line =
      "compare locker-team locker-team --people 120 --days 12 --set population.teamFraction=0"
      + " --with interventions.treatment=invitations --with interventions.inviteAcceptProbability=1"
    let json = try folder.shakeout(line + " --json").json
    #expect(json["isSame"]?.boolean == false)
    // Invitations do not change who signs up, so the interval is empty.
    let ids = ["pc.signups_month", "pc.platform.ios", "pc.organic"]
    for id in ids {
      let row = try #require(json["differences"]?.elements?.first { $0["metric"]?.string == id })
      #expect(row["lower"]?.double == 0 && row["upper"]?.double == 0, "\(id)")
    }
  }

  @Test("'--faults' compares with runs of the same people without each fault category")
  func faults() throws {
    // People with offline periods or crashes lapse three times as often, so faults have a cost.
    let line =
      "compare published-levels --people 300 --days 30 --faults"
      + " --set reactions.openLogitFrustration=-4 --set reactions.lapseFactorFrustration=3"
      + " --set network.shortOfflinesPerDeviceWeek=7"
      + " --set network.shortOfflineMinutesMedian=1000 --set installs.crashProbability=0.2"
    let ending = try folder.shakeout(line)
    #expect(ending.code == 0 && ending.errors == "", "\(ending)")
    #expect(ending.output.contains("without offline") && ending.output.contains("without all"))
    let json = try folder.shakeout(line + " --json").json
    let without = try #require(json["without"]?.elements)
    let causes = without.compactMap { $0["cause"]?.string }
    #expect(causes.contains("crashes") && causes.last == "all")
    func active(_ cause: String) throws -> JSONNode {
      let row = try #require(without.first { $0["cause"]?.string == cause })
      return try #require(row["differences"]?.elements?.first { $0["metric"]?.string == "pc.dau" })
    }
    for cause in ["offline", "crashes", "all"] {
      #expect(try #require(try active(cause)["lower"]?.double) > 0, "\(cause)")
    }
    // The differences equal those of a comparison with the scenario without the category.
    let alone = try folder.shakeout(
      line.replacingOccurrences(of: "--faults", with: "published-levels")
        + " --with installs.crashProbability=0 --with installs.storageFullPerDeviceYear=0 --json"
    ).json
    let crashes = without.first { $0["cause"]?.string == "crashes" }
    let isSame = crashes?["differences"] == alone["differences"]
    #expect(isSame)
  }

  @Test("a scenario without faults has no fault category to compare")
  func noFaults() throws {
    let ending = try folder.shakeout("compare calm --people 20 --days 5 --faults")
    #expect(ending.code == 0 && ending.output == "'calm' injects no faults.\n", "\(ending)")
  }

  @Test("'compare' requires exactly one thing to compare with")
  func againstWhat() throws {
    let nothing = try folder.shakeout("compare smoke")
    #expect(nothing.code == 64 && nothing.errors.contains("Missing the second scenario"))
    let both = try folder.shakeout("compare smoke smoke --policies")
    #expect(both.code == 64 && both.errors.contains("cannot be combined with '--faults', a second"))
    let two = try folder.shakeout("compare smoke --policies --faults")
    #expect(two.code == 64 && two.errors.contains("cannot be combined with '--faults'"))
    let with = try folder.shakeout("compare smoke --policies --with sync.policy=arrival-wins")
    #expect(with.code == 64)
  }

  @Test("scenarios with different populations cannot be compared")
  func unlike() throws {
    let ending = try folder.shakeout("compare smoke smoke --with seed=2")
    #expect(ending.code == 65 && ending.output == "")
    #expect(ending.errors.contains("the same 'seed'"))
  }

  @Test("'describe' prints people, times of day and retention")
  func description() throws {
    let ending = try folder.shakeout("describe published-levels")
    #expect(ending.code == 0 && ending.errors == "")
    for word in ["organizedParent", "20:00", "Mon ", "day 30", "return"] {
      #expect(ending.output.contains(word), "\(word)")
    }
    for shape in [
      "13-17 ", "% of all people are female", "at the birth of a child", "apart", "% ios", "30+ ",
    ] {
      #expect(ending.output.contains(shape), "\(shape)")
    }
  }

  @Test("'describe' reports when no one opens the app or a treatment has no effect")
  func descriptionOfNothing() throws {
    let silent = try folder.shakeout("describe smoke --set behavior.openLogitBase=-20")
    #expect(silent.output.contains("No one opens the app.") && !silent.output.contains("Mon "))
    let line = "describe baseline --people 40 --set interventions.treatment=reminderTimes"
    #expect(try folder.shakeout(line).output.contains("without effect: reactions.prompts"))
    let reminded = try folder.shakeout(line + " --set reactions.promptsPerWeek=3").output
    #expect(!reminded.contains("without effect"))
  }

  @Test("'describe --json' accepts a number of people")
  func descriptionForPrograms() throws {
    let ending = try folder.shakeout("describe all-products --people 300 --days 40 --seed 5 --json")
    #expect(ending.code == 0 && ending.errors == "")
    let json = try ending.json
    #expect(json["schemaVersion"]?.integer() == 2 && json["people"]?.integer() == 300)
    #expect(json["retention"]?.elements?.count == 40 && json["seed"]?.integer() == 5)
    let people = json["demography"]?["ageYears"]?.elements?.compactMap { $0.integer() }
    #expect(people?.reduce(0, +) == 300)
    let longest = json["streaks"]?["peopleByLongestDays"]?.elements?.compactMap { $0.integer() }
    #expect(longest?.reduce(0, +) == json["everOpened"]?.integer())
    let births = json["demography"]?["parentYearsAtBirth"]
    #expect((18...45).contains(try #require(births?["min"]?.integer())))
    #expect((18...45).contains(try #require(births?["max"]?.integer())))
    let wrong = try folder.shakeout("describe all-products --people 0")
    #expect(wrong.code == 65 && wrong.errors.contains("--people 0"))
  }
}
