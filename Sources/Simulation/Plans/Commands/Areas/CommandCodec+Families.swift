import Chronology
import DomainCore

extension CommandCodec {
  mutating func fillFamilies() throws(CommandTextError) {
    switch kind {
    case .childMayLogSet: try codeFirst("allowed", Fields.flag)
    case .memberJoined: try fillJoining()
    case .memberAdded: try fillAddition()
    case .memberEnded: try codeFirst("forGood", Fields.flag)
    case .memberActivated: break
    case .memberRoleSet: try codeFirst("role", Fields.knownRole)
    case .consentSet: try codeFirst("given", Fields.flag)
    case .invitationMade:
      // The seal is a digest of the code, from which the code cannot be computed, on purpose.
      try codeSecond("role", Fields.knownRole)
      try codeFirst("seal", Fields.hexadecimal)
    case .invitationRevoked: try codeEntity("invitation")
    case .rosterSet:
      try codeSecond("coach", Fields.member)
      try codeFirst("onRoster", Fields.flag)
    case .profileFieldSet: try fillProfile()
    case .weightSet: try fillMeasurement("grams")
    case .heightSet: try fillMeasurement("millimeters")
    case .workoutSharingSet: try codeFirst("shared", Fields.flag)
    default: throw Self.unrepresentable
    }
  }

  private mutating func fillJoining() throws(CommandTextError) {
    var joining = MemberJoining(sourceCommand.payload)
    try codeField("role", Fields.role, &joining.roleNumber)
    try codeField("born", Fields.day, &joining.born)
    // No code founds a family.
    try codeField("code", Fields.hexadecimal, &joining.code.raw, defaultValue: 0)
    made.payload = joining.payload
  }

  private mutating func fillAddition() throws(CommandTextError) {
    var addition = MemberAddition(sourceCommand.payload)
    try codeField("role", Fields.role, &addition.roleNumber)
    try codeField("born", Fields.day, &addition.born)
    try codeField("name", Fields.text, &addition.name, defaultValue: .empty)
    try codeField("sex", Fields.sexNumber, &addition.sexNumber, defaultValue: 0)
    try codeField("grams", Fields.count20, &addition.weightGrams, defaultValue: 0)
    try codeField("millimeters", Fields.count12, &addition.heightMillimeters, defaultValue: 0)
    made.payload = addition.payload
  }

  private mutating func fillProfile() throws(CommandTextError) {
    let number = UInt8(exactly: sourceCommand.entity.raw)
    let field = try codeVariant("field", Fields.profileField, number.flatMap(ProfileField.init))
    made.entity = Entity(raw: UInt64(field.rawValue))
    switch field {
    case .name, .photo, .allergies, .conditions, .emergencyContacts, .school, .sport, .position,
      .year:
      try codeFirst("to", Fields.text)
    case .born: try codeFirst("to", Fields.day)
    case .sex: try codeFirst("to", Fields.sex)
    }
  }

  private mutating func fillMeasurement(_ unit: String) throws(CommandTextError) {
    var measurement = Measurement(sourceCommand.payload)
    try codeField("on", Fields.day, &measurement.day)
    try codeField(unit, Fields.count, &measurement.value)
    made.payload = measurement.payload
  }
}
