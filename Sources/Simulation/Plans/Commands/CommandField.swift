import DomainCore
import JSONText

/// The description of a field of a kind of command.
struct CommandField: Equatable {
  /// The meaning of a field that is left out.
  enum FieldDefault: Equatable {
    case value(JSONNode)
    /// It is empty, or follows from the other fields.
    case nothing
  }

  var name: String
  var allowed: String
  /// Nil if the field is required.
  var defaultValue: FieldDefault?
  /// Whether the field selects the variant.
  var isVariant = false

  /// The fields of a kind in one of its variants, in the order in which they are written.
  static func all(of kind: FactKind, variant: Int) -> [CommandField] {
    described(kind, variant: variant).fields
  }

  /// The fields of a kind in each of its variants; variants with the same fields are merged.
  static func layouts(of kind: FactKind) -> [[CommandField]] {
    var layouts: [[CommandField]] = []
    for variant in 0..<described(kind, variant: 0).variantCount {
      let fields = all(of: kind, variant: variant)
      if let twin = layouts.firstIndex(where: { others($0) == others(fields) }),
        let place = fields.firstIndex(where: \.isVariant)
      {
        layouts[twin][place].allowed += ", \(fields[place].allowed)"
      } else {
        layouts.append(fields)
      }
    }
    return layouts
  }

  private static func others(_ fields: [CommandField]) -> [CommandField] {
    fields.filter { !$0.isVariant }
  }

  private static func described(_ kind: FactKind, variant: Int) -> CommandCodec {
    var form = CommandCodec(describing: kind, variant: variant)
    do throws(CommandTextError) { try form.fill() } catch { preconditionFailure("\(error)") }
    return form
  }
}
