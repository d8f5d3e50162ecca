import EngineToys
import JSONText
import Testing

@testable import Engines

@Suite("Histories for checkers of others")
struct HistoryTests {
  private func entries() -> [EngineHistoryEntry] {
    let key = EngineKey(.register, 0)
    let list = EngineKey(.list, 1)
    return [
      EngineHistoryEntry(
        replica: 0, time: 5,
        kind: .write([.set(key, value: "v1"), .insert(list, at: 0, value: "v2")]),
        apply: 0, outcome: .ok),
      EngineHistoryEntry(
        replica: 1, time: 6, kind: .write([.set(key, value: "v3")]), apply: 1, outcome: .unknown),
      EngineHistoryEntry(
        replica: 1, time: 7, kind: .read([key: .register("v1"), list: .list(["v2"])]), apply: nil,
        outcome: .ok),
    ]
  }

  @Test("Elle gets an invocation and a completion for each")
  func elle() {
    let text = EngineHistoryFile.text([(7, entries())], isElle: true)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      lines == [
        #"{:index 0, :time 5000000, :type :invoke, :process 0, :f :txn, "#
          + #":value [[:w "7/register-0" "v1"] [:append "7/list-1" "v2"]]}"#,
        #"{:index 1, :time 5000000, :type :ok, :process 0, :f :txn, "#
          + #":value [[:w "7/register-0" "v1"] [:append "7/list-1" "v2"]]}"#,
        #"{:index 2, :time 6000001, :type :invoke, :process 1001, :f :txn, "#
          + #":value [[:w "7/register-0" "v3"]]}"#,
        #"{:index 3, :time 6000001, :type :info, :process 1001, :f :txn, "#
          + #":value [[:w "7/register-0" "v3"]]}"#,
        #"{:index 4, :time 7000002, :type :invoke, :process 1, :f :txn, "#
          + #":value [[:r "7/list-1" nil] [:r "7/register-0" nil]]}"#,
        #"{:index 5, :time 7000002, :type :ok, :process 1, :f :txn, "#
          + #":value [[:r "7/list-1" ["v2"]] [:r "7/register-0" "v1"]]}"#,
      ])
  }

  @Test("Porcupine gets a line of JSON for each")
  func porcupine() throws {
    let text = EngineHistoryFile.text([(7, entries())], isElle: false)
    let nodes = try text.split(separator: "\n").map { try JSONReader().read(String($0)) }
    #expect(nodes.count == 3)
    #expect(nodes[0]["write"]?.elements?.count == 2 && nodes[0]["outcome"]?.string == "ok")
    #expect(nodes[1]["return"]?.isNull == true)
    #expect(nodes[2]["read"]?["register-0"]?.string == "v1")
  }

  @Test("a run records what its clients did, with the final outcomes")
  func recorded() {
    let hello = ToyEngine.hello(.clientServer, types: [.register])
    let plan = EnginePlanDraw.plan(seed: 2, for: hello, allowing: []).plan
    var options = EngineWorld.Options()
    options.recordsHistory = true
    let toy = ToyEngine(hello, asksServer: true)
    let outcome = EngineWorld.run(plan, with: toy, hello, options)
    let writes = outcome.history.filter { if case .write = $0.kind { true } else { false } }
    #expect(writes.count == outcome.writes && outcome.writes > 0)
    #expect(writes.allSatisfy { $0.outcome == .ok })
    #expect(outcome.history.count > writes.count)
  }
}
