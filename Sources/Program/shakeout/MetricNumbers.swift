import CommandLineKit
import Datasets
import JSONText
import Metrics

/// A file with a number for each of some metrics, such as `{"pc.retention.d7": 0.3}`.
enum MetricNumbers {
  /// The values by metric. `value` reads one and says what is wrong with it.
  static func read<Value>(
    _ path: String, value: (String, MetricDefinition, JSONNode) throws(CommandError) -> Value
  ) throws(CommandError) -> [String: Value] {
    let bytes = try InputFile.bytes(of: path, .targets)
    let node: JSONNode
    do throws(JSONError) {
      node = try JSONReader(accepting: [.comments, .byteOrderMark]).read(bytes)
    } catch {
      throw CommandError("\(path):\(error)", exitCode: .badData)
    }
    guard let members = node.members else {
      throw CommandError(
        "\(path): it must be an object of metrics and numbers", exitCode: .badData)
    }
    var values: [String: Value] = [:]
    for member in members {
      guard let place = MetricDefinition.place(of: member.key) else {
        throw CommandError(
          "\(path): " + MetricDefinition.sentence(forUnknown: member.key), exitCode: .badData)
      }
      let read = try value(member.key, MetricDefinition.all[place], member.node)
      values.updateValue(read, forKey: member.key)
    }
    return values
  }
}
