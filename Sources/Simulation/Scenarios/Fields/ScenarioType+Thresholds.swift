import JSONText

extension ScenarioType<[LoadThreshold]> {
  /// A list of expressions, which is one value: a scenario that extends another replaces it.
  static var thresholds: Self {
    let form = ScenarioForm.thresholds
    return Self(
      form,
      read: { node, path, findings in
        readList(node, path, rule: form.rule, &findings, readThreshold)
      },
      write: { thresholds in .array(thresholds.map { .string($0.text) }) })
  }

  private static func readThreshold(
    _ node: JSONNode, _ path: String, _ findings: inout ScenarioFindings
  ) -> LoadThreshold? {
    guard let text = node.string else {
      let rule = "a text: \(LoadThreshold.form)"
      findings.add(.invalid(path: path, rule: rule, found: node.summary), at: node.position)
      return nil
    }
    do throws(LoadThreshold.Problem) {
      return try LoadThreshold(text)
    } catch {
      findings.add(.wrongThreshold(path: path, error.message), at: node.position)
      return nil
    }
  }
}
