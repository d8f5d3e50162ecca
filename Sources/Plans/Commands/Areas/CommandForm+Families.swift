import Chronology
import DomainCore

extension CommandForm {
  mutating func fillFamilies() throws(CommandTextError) {
    switch kind {
    case .childMayLogSet: try sayFirst("allowed", Fields.flag)
    case .memberJoined: try fillJoining()
    case .memberAdded: try fillAddition()
    case .memberEnded: try sayFirst("forGood", Fields.flag)
    case .memberActivated: break
    case .memberRoleSet: try sayFirst("role", Fields.knownRole)
    case .consentSet: try sayFirst("given", Fields.flag)
    case .invitationMade:
      // The seal is a digest of the code; nobody finds the code from it, which is its purpose.
      try saySecond("role", Fields.knownRole)
      try sayFirst("seal", Fields.hexadecimal)
    case .invitationRevoked: try sayEntity("invitation")
    case .rosterSet:
      try saySecond("coach", Fields.member)
      try sayFirst("onRoster", Fields.flag)
    case .profileFieldSet: try fillProfile()
    case .weightSet: try fillMeasurement("grams")
    case .heightSet: try fillMeasurement("millimetres")
    case .workoutSharingSet: try sayFirst("shared", Fields.flag)
    default: throw Self.unsayable
    }
  }

  private mutating func fillJoining() throws(CommandTextError) {
    var joining = MemberJoining(said.payload)
    try say("role", Fields.role, &joining.roleNumber)
    try say("born", Fields.day, &joining.born)
    // No code founds a family.
    try say("code", Fields.hexadecimal, &joining.code.raw, usually: 0)
    made.payload = joining.payload
  }

  private mutating func fillAddition() throws(CommandTextError) {
    var addition = MemberAddition(said.payload)
    try say("role", Fields.role, &addition.roleNumber)
    try say("born", Fields.day, &addition.born)
    try say("name", Fields.text, &addition.name, usually: .empty)
    try say("sex", Fields.sexNumber, &addition.sexNumber, usually: 0)
    try say("grams", Fields.count20, &addition.weightGrams, usually: 0)
    try say("millimetres", Fields.count12, &addition.heightMillimetres, usually: 0)
    made.payload = addition.payload
  }

  private mutating func fillProfile() throws(CommandTextError) {
    let number = UInt8(exactly: said.entity.raw)
    let field = try sayVariant("field", Fields.profileField, number.flatMap(ProfileField.init))
    made.entity = Entity(raw: UInt64(field.rawValue))
    switch field {
    case .name, .photo, .allergies, .conditions, .emergencyContacts, .school, .sport, .position,
      .year:
      try sayFirst("to", Fields.text)
    case .born: try sayFirst("to", Fields.day)
    case .sex: try sayFirst("to", Fields.sex)
    }
  }

  private mutating func fillMeasurement(_ unit: String) throws(CommandTextError) {
    var measurement = Measurement(said.payload)
    try say("on", Fields.day, &measurement.day)
    try say(unit, Fields.count, &measurement.value)
    made.payload = measurement.payload
  }
}
