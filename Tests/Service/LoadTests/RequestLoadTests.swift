import Reporting
import Responder
import Scenarios
import Testing

@testable import Load

@Suite("A load of equal requests", .serialized)
struct RequestLoadTests {
  /// Runs `body` with the target of a responder, and counts what that has answered.
  private static func withResponder<Result>(
    _ answer: TrivialResponder.FixedResponse = TrivialResponder.FixedResponse(),
    requestsPerConnection: Int = 0,
    _ body: (HTTPTarget, ResponderThread) throws -> Result
  ) throws -> (result: Result, requests: Int) {
    let responder = try #require(
      ResponderThread(answer: answer, requestsPerConnection: requestsPerConnection))
    let result = try body(try HTTPTarget(responder.url), responder)
    return (result, responder.stop())
  }

  /// Lets a test act at the end of each interval.
  private struct Observer: LoadObserver {
    var isInterrupted = false
    var intervals = 0
    var act: (Int) -> Void = { _ in }

    mutating func show(_ interval: LoadReport.Interval, seconds: Double, of total: Double) {
      intervals += 1
      act(intervals)
    }
  }

  private static func settings(
    _ target: HTTPTarget, rate: Double = 500, seconds: Double = 1, connections: Int = 8,
    warmup: Double = 0, timeout: Double = 5, abortsBelow: Double = 0.9, thresholds: [String] = []
  ) throws -> LoadSettings {
    LoadSettings(
      target: target, connections: connections,
      profile: RateProfile(.constant, rate: rate, from: 0, seconds: seconds, warmup: warmup),
      profileText: "", spacing: .even, seed: 1, seconds: seconds, warmupSeconds: warmup,
      timeoutSeconds: timeout, abortsBelow: abortsBelow,
      thresholds: try thresholds.map { try LoadThreshold($0) })
  }

  private static func series(_ name: String, of report: LoadReport) throws -> LoadReport.Series {
    try #require(report.series.first { $0.name == name })
  }

  @Test("it sends every arrival once and measures each")
  func everyArrival() throws {
    let (report, requests) = try Self.withResponder { target, _ in
      var observer = Observer()
      return try RequestLoad(
        Self.settings(target, thresholds: ["latency.p50>5s", "errors>0", "rate<499"]),
        path: "/x", body: nil
      ).run(&observer)
    }
    #expect(requests == 500)
    #expect(report.intended == 500 && report.sent == 500 && report.answered == 500)
    #expect(report.errorCount == 0 && report.abortion == nil)
    #expect(report.verdicts.count == 3 && report.missed.isEmpty)
    let latency = try Self.series("latency", of: report)
    let service = try Self.series("service", of: report)
    #expect(latency.count == 500 && latency.values.count == 5 && latency.longest > 0)
    #expect(service.count == 500 && service.longest <= latency.longest)
    #expect(report.intervals.reduce(0) { $0 + $1.answered } == 500)
    #expect(report.processorSeconds > 0 && report.peakMemoryBytes > 0)
  }

  @Test("what comes before the measured time counts for nothing")
  func warmup() throws {
    let (report, requests) = try Self.withResponder { target, _ in
      var observer = Observer()
      return try RequestLoad(
        Self.settings(target, warmup: 1), path: "/", body: Array("hello".utf8)
      ).run(&observer)
    }
    #expect(requests == 1_000 && report.intended == 500)
    #expect(try Self.series("latency", of: report).count == 500)
  }

  @Test("a server that stands still for a second has made people wait, and the latency says so")
  func coordinatedOmission() throws {
    let (report, _) = try Self.withResponder { target, responder in
      var observer = Observer()
      observer.act = { interval in
        if interval == 2 { responder.pause(seconds: 1) }
      }
      return try RequestLoad(
        Self.settings(target, rate: 400, seconds: 5), path: "/", body: nil
      ).run(&observer)
    }
    // A fifth of the arrivals came while it stood still; half of them waited for half a second.
    let latency = try Self.series("latency", of: report)
    let service = try Self.series("service", of: report)
    #expect(latency.values[1] >= 400_000, "p90 is \(latency.values[1]) µs")
    #expect(service.values[1] < 300_000, "from sending it is \(service.values[1]) µs")
    #expect(report.answered == 2_000 && report.abortion == nil)
  }

  @Test("a connection that the server closes after each response is opened again, without an error")
  func closing() throws {
    let (report, requests) = try Self.withResponder(
      TrivialResponder.FixedResponse(fields: "Connection: close\r\n"), requestsPerConnection: 1
    ) { target, _ in
      var observer = Observer()
      return try RequestLoad(
        Self.settings(target, rate: 200), path: "/", body: nil
      ).run(&observer)
    }
    #expect(requests == 200 && report.answered == 200 && report.errorCount == 0)
  }

  @Test("the steps of a load show where the server no longer keeps up")
  func knee() throws {
    let (report, _) = try Self.withResponder { target, responder in
      var observer = Observer()
      // In the third second, in which the third step is, nothing is answered, nor a moment later.
      observer.act = { interval in
        if interval == 2 { responder.pause(seconds: 1.2) }
      }
      var settings = try Self.settings(target, seconds: 5)
      settings.profile = RateProfile(.steps, rate: 500, from: 100, seconds: 5)
      return try RequestLoad(settings, path: "/", body: nil).run(&observer)
    }
    #expect(report.steps.map(\.rate) == [100, 200, 300, 400, 500])
    #expect(report.steps[2].p99 > 500_000 && report.steps[2].goodput < 200, "\(report.steps)")
    // What waited is answered in the fourth second, which so has more than its own.
    #expect(report.steps[3].goodput > 450, "\(report.steps)")
    #expect(abs(report.steps[1].goodput - 200) < 10)
    #expect(report.steps.reduce(0) { $0 + $1.goodput } > 1_480)
  }

  @Test("error statuses and what is no HTTP are counted by kind")
  func errors() throws {
    let (busy, _) = try Self.withResponder(TrivialResponder.FixedResponse(status: "503 Busy")) {
      target, _ in
      var observer = Observer()
      return try RequestLoad(
        Self.settings(target, rate: 100, thresholds: ["errors>50%"]), path: "/", body: nil
      ).run(&observer)
    }
    #expect(busy.errors == [LoadReport.Count("status 503", 100)])
    #expect(busy.missed.map(\.expression) == ["errors>50%"])
    let (garbage, _) = try Self.withResponder(
      TrivialResponder.FixedResponse(raw: "no HTTP\r\n\r\n")
    ) {
      target, _ in
      var observer = Observer()
      return try RequestLoad(
        Self.settings(target, rate: 50), path: "/", body: nil
      ).run(&observer)
    }
    #expect(garbage.errors == [LoadReport.Count("malformed", 50)])
  }

  @Test("a response that takes too long is an error, and its time counts")
  func timeout() throws {
    let (report, _) = try Self.withResponder(
      TrivialResponder.FixedResponse(raw: "HTTP/1.1 200 OK\r\n")
    ) {
      target, _ in
      var observer = Observer()
      return try RequestLoad(
        Self.settings(target, rate: 20, connections: 40, timeout: 0.3), path: "/", body: nil
      ).run(&observer)
    }
    #expect(report.errors == [LoadReport.Count("timeout", 20)])
    let latency = try Self.series("latency", of: report)
    #expect(latency.count == 20 && latency.values[0] >= 300_000)
  }

  @Test("a load that cannot be sent ends early and says why")
  func aborted() throws {
    let (report, _) = try Self.withResponder(
      TrivialResponder.FixedResponse(raw: "HTTP/1.1 200 OK\r\n")
    ) {
      target, _ in
      var observer = Observer()
      return try RequestLoad(
        Self.settings(target, rate: 100, seconds: 60, connections: 2, timeout: 2), path: "/",
        body: nil
      ).run(&observer)
    }
    let why = try #require(report.abortion)
    #expect(why.contains("all 2 connections were waiting"), "\(why)")
    #expect(report.intervals.count < 20)
  }

  @Test("an interrupted load reports what it has")
  func interrupted() throws {
    let (report, _) = try Self.withResponder { target, _ in
      var observer = Observer()
      observer.isInterrupted = true
      return try RequestLoad(
        Self.settings(target, rate: 100, seconds: 60), path: "/", body: nil
      ).run(&observer)
    }
    #expect(report.abortion == "it was interrupted." && report.answered >= 99)
    // The rate is that of the second it took, not of the minute that was planned.
    #expect(report.seconds > 0.9 && report.seconds < 5 && report.rate > 50, "\(report.seconds)")
    #expect(report.errors.allSatisfy { $0.name == "unanswered" }, "\(report.errors)")
  }

  @Test("a server that is gone is the reason of an early end, and not one that is slow")
  func gone() throws {
    let responder = try #require(ResponderThread())
    let target = try HTTPTarget(responder.url)
    var observer = Observer()
    observer.act = { if $0 == 1 { _ = responder.stop() } }
    let report = try RequestLoad(
      Self.settings(target, rate: 100, seconds: 60, connections: 2), path: "/", body: nil
    ).run(&observer)
    let why = try #require(report.abortion)
    #expect(why.contains("there was no connection (connection refused)"), "\(why)")
  }

  @Test("where no one listens it says so at once")
  func nobody() throws {
    let target = try HTTPTarget("http://127.0.0.1:1")
    var observer = Observer()
    do {
      _ = try RequestLoad(Self.settings(target, timeout: 0.2), path: "/", body: nil)
        .run(&observer)
      Issue.record("there is someone")
    } catch let error as LoadError {
      #expect(error.message == "No connection to 'http://127.0.0.1:1': connection refused.")
    }
  }
}
