import EngineToys
import Testing

@testable import Engines

@Suite("Timelines of tests of engines")
struct TimelineTests {
  private let hello = ToyEngine.hello(.clientServer, types: [.counter])

  private func add(_ id: Int, at time: Int, by replica: Int) -> EngineStep {
    EngineStep(
      id: id, time: time, replica: replica,
      .write([.add(EngineKey(.counter, 0), isNegative: false)]))
  }

  private func timeline(
    _ steps: [EngineStep], deliveries: [UInt64: EnginePlan.Delivery] = [:]
  ) -> EngineOutcome {
    var plan = EnginePlan(seed: 1, shape: hello.shape, replicaCount: 3)
    plan.steps = steps
    plan.deliveries = deliveries
    var options = EngineWorld.Options()
    options.recordsTimeline = true
    return EngineWorld.run(plan, with: ToyEngine(hello), hello, options)
  }

  @Test(
    "a partition is an event of the network, which says who is cut off from whom and until when")
  func partitions() {
    let lines = timeline([
      EngineStep(id: 1, time: 5_000, replica: 2, .partition(for: 2_000)),
      add(2, at: 5_500, by: 1),
    ]).timeline.map(\.line)
    #expect(
      lines.contains(
        "00:05.000  network no longer connects r1 and r2 with r3 and server, for 2000 ms"))
    #expect(
      lines.contains { $0.hasSuffix("a message to server is lost: a partition is between them") })
    #expect(lines.contains("00:07.000  network connects r1 and r2 with r3 and server again"))
    #expect(lines.contains("01:00.000  network has healed"))
  }

  @Test("the end of a partition says whether another one is left")
  func overlap() {
    let lines = timeline([
      EngineStep(id: 1, time: 5_000, replica: 1, .partition(for: 2_000)),
      EngineStep(id: 2, time: 6_000, replica: 2, .partition(for: 4_000)),
    ]).timeline.map(\.line)
    #expect(
      lines.contains(
        "00:07.000  network connects r1 with r2, r3 and server again, but for another partition"))
    #expect(lines.contains("00:10.000  network connects r1 and r2 with r3 and server again"))
  }

  @Test("a message that a plan lists is no routine, however short its delay")
  func listed() throws {
    let usual = timeline([add(1, at: 5_000, by: 1)])
    let keys = usual.timeline.compactMap { event -> UInt64? in
      if case .sent(let keys) = event.mark, event.replica == "r1" { keys.first } else { nil }
    }
    #expect(
      !keys.isEmpty
        && usual.timeline.allSatisfy { $0.mark == nil || $0.isRoutine || $0.mark == .healed })
    var plan = EnginePlan(seed: 1, shape: hello.shape, replicaCount: 3)
    plan.steps = [add(1, at: 5_000, by: 1)]
    plan.network.delayMax = 200
    let drawn = EngineWorld.run(plan, with: ToyEngine(hello), hello)
    let late = try #require(drawn.deliveries.first { $0.value.delay ?? 0 > 60 })
    let lines = timeline([add(1, at: 5_000, by: 1)], deliveries: [late.key: late.value])
      .timeline.filter { !$0.isRoutine }.map(\.text)
    #expect(lines.contains { $0.hasSuffix("which arrive after \(late.value.delay ?? 0) ms") })
  }

  @Test("the page has a lane for each replica, the two sides of a partition, and lost messages")
  func page() {
    let outcome = timeline([
      EngineStep(id: 1, time: 5_000, replica: 1, .partition(for: 2_000)),
      add(2, at: 5_500, by: 1),
    ])
    let page = EngineTimelinePage(
      outcome.timeline, of: ["r1", "r2", "r3", "server"], title: "a < b", verdict: "why"
    ).text
    for name in ["r1", "r2", "r3", "server", "network"] {
      #expect(page.contains(">\(name)</text>"))
    }
    #expect(page.contains("<title>r1 cut off from r2, r3 and server</title>"))
    #expect(page.split(separator: "class=\"side one\"").count == 2)
    #expect(page.split(separator: "class=\"side other\"").count == 2)
    #expect(page.contains("class=\"message lost\"") && page.contains("a &lt; b"))
  }
}
