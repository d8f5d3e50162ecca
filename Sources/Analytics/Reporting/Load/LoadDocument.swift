public import Base
public import JSONText

/// A load as JSON and as JUnit.
public struct LoadDocument {
  public static let format = FormatVersion("load report", 10, remedy: "run its load again")

  private let report: LoadReport

  public init(_ report: LoadReport) {
    self.report = report
  }

  public var json: JSONNode {
    [
      "schemaVersion": .integer(Self.format.current),
      "program": [
        "version": .string(report.program.version), "commit": .string(report.program.commit),
        "sources": .string(report.program.sources),
      ],
      "title": .string(report.title),
      "target": .string(report.target),
      "store": report.store.map(JSONNode.string) ?? .null,
      "load": .string(report.load),
      "connections": .integer(report.connections),
      "closedLoop": .boolean(report.isClosedLoop),
      "seconds": .number(report.seconds),
      "warmupSeconds": .number(report.warmupSeconds),
      "intended": .integer(report.intended),
      "sent": .integer(report.sent),
      "answered": .integer(report.answered),
      "errors": .array(report.errors.map(Self.json)),
      "series": .array(report.series.map(Self.json)),
      "steps": .array(report.steps.map(Self.json)),
      "knee": report.knee.map(Self.json) ?? .null,
      "beyondKnee": report.beyondKnee.map(Self.json) ?? .null,
      "thresholds": .array(report.verdicts.map(Self.json)),
      "events": .array(report.events.map(Self.json)),
      "aborted": report.abortion.map(JSONNode.string) ?? .null,
      "people": report.people.map(Self.json) ?? .null,
      "checks": report.judgement.map { .array($0.checks.map(Self.json)) } ?? .null,
      "violations": .array(report.violations.map(JSONNode.string)),
      "sender": [
        "processorSeconds": .number(report.processorSeconds),
        "requestsPerCoreSecond": report.requestsPerCoreSecond.map(JSONNode.number) ?? .null,
        "peakMemoryBytes": .integer(report.peakMemoryBytes),
      ],
      "server": report.server.map(Self.json) ?? .null,
      "proxyProcessorSeconds": report.proxySeconds.map(JSONNode.number) ?? .null,
      "intervalSeconds": .number(report.intervalSeconds),
      "intervals": .array(report.intervals.map(Self.json)),
    ]
  }

  private static func json(_ count: LoadReport.Count) -> JSONNode {
    ["name": .string(count.name), "count": .integer(count.count)]
  }

  private static func json(_ series: LoadReport.Series) -> JSONNode {
    [
      "name": .string(series.name),
      "meaning": .string(series.meaning),
      "count": .integer(series.count),
      "percentiles": .array(
        zip(LoadReport.Series.percentiles, series.values).map { percentile, value in
          [
            "percent": .number(Double(percentile) / 1_000),
            "microseconds": .integer(value),
          ]
        }),
      "longestMicroseconds": series.count == 0 ? .null : .integer(series.longest),
      "meanMicroseconds": series.count == 0 ? .null : .number(series.mean),
    ]
  }

  private static func json(_ step: LoadReport.Step) -> JSONNode {
    [
      "rate": .number(step.rate),
      "goodput": .number(step.goodput),
      "p50Microseconds": .integer(step.p50),
      "p99Microseconds": .integer(step.p99),
    ]
  }

  private static func json(_ people: LoadReport.People) -> JSONNode {
    [
      "people": .integer(people.people),
      "families": .integer(people.families),
      "devices": .integer(people.devices),
      "operations": .integer(people.operations),
      "rejected": .integer(people.rejected),
      "refused": .integer(people.refused),
      "impossible": .integer(people.impossible),
      "leftOut": .integer(people.leftOut),
      "exchanges": .integer(people.exchanges),
      "acknowledging": .integer(people.acknowledging),
      "undrained": .integer(people.undrained),
      "checkedFamilies": .integer(people.checked),
      "rows": .integer(people.rows),
      "groups": .integer(people.groups),
      "checkedGroups": .integer(people.checkedGroups),
      "joined": .integer(people.joined),
      "lateInstalls": .integer(people.installs),
      "deletedAccounts": .integer(people.deleted),
      "parentConsents": .integer(people.consents),
      "handedOverAgain": people.resent.map(JSONNode.integer) ?? .null,
    ]
  }

  private static func json(_ event: LoadReport.Event) -> JSONNode {
    [
      "do": .string(event.name),
      "at": .number(event.planned),
      "text": .string(event.text),
      "begin": event.begin.map(JSONNode.number) ?? .null,
      "end": event.end.map(JSONNode.number) ?? .null,
    ]
  }

  private static func json(_ verdict: LoadReport.Verdict) -> JSONNode {
    [
      "failsIf": .string(verdict.expression),
      "measured": verdict.measured.map(JSONNode.string) ?? .null,
      "isMissed": .boolean(verdict.isMissed),
    ]
  }

  private static func json(_ interval: LoadReport.Interval) -> JSONNode {
    [
      "start": .number(interval.start),
      "intended": .integer(interval.intended),
      "sent": .integer(interval.sent),
      "answered": .integer(interval.answered),
      "failed": .integer(interval.failed),
      "acknowledging": .integer(interval.acknowledging),
      "p50Microseconds": .integer(interval.p50),
      "p99Microseconds": .integer(interval.p99),
      "p999Microseconds": .integer(interval.p999),
      "latenessMicroseconds": .integer(interval.lateness),
      "open": .integer(interval.open),
      "waiting": .integer(interval.waiting),
      "residentBytes": .integer(interval.residentBytes),
      "server": interval.server.map(json) ?? .null,
    ]
  }

  private static func json(_ counters: LoadReport.ServerCounters) -> JSONNode {
    [
      "processorSeconds": .number(counters.processorSeconds),
      "residentBytes": .integer(counters.residentBytes),
      "requests": .integer(counters.requests),
      "commits": .integer(counters.commits),
      "commitMicroseconds": counters.commitMicroseconds.map(JSONNode.integer) ?? .null,
    ]
  }

  /// One case for each threshold, and one for the load itself.
  public var junit: JUnitDocument {
    var cases = [
      JUnitDocument.Case(
        className: "load", name: "the load was sent to its end", seconds: report.seconds,
        report.abortion.map { .failed(message: $0) } ?? .passed)
    ]
    cases += report.verdicts.map { verdict in
      JUnitDocument.Case(
        className: "load.thresholds", name: "not \(verdict.expression)",
        verdict.isMissed
          ? .failed(message: "measured \(verdict.measured ?? "nothing")") : .passed)
    }
    if let people = report.people {
      let found = report.violations.first.map { first in
        report.violations.count > 1 ? "\(first) And \(report.violations.count - 1) more." : first
      }
      cases.append(
        JUnitDocument.Case(
          className: "load.people",
          name: "nothing lost in \(people.checked) of \(people.families) families",
          found.map { .failed(message: $0) }
            ?? (people.checked == 0 ? .skipped(message: "no feed was read") : .passed)))
      let left = people.undrained
      cases.append(
        JUnitDocument.Case(
          className: "load.people", name: "every phone sent and fetched everything",
          left > 0 ? .failed(message: "\(left) of \(people.devices) phones did not") : .passed))
    }
    return JUnitDocument(suite: "load \(report.title)", seconds: report.seconds, cases: cases)
  }
}
