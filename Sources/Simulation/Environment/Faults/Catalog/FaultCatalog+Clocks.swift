extension FaultCatalog {
  // Clocks and time zones.
  static let clocks: [FaultKind] = [
    FaultKind(
      "clockSkew", key: 0x365A_B9DB_459E_36E8,
      weight: 1.5,
      cause: .clocks,
      what: "Device clocks are off, by up to a year.",
      parameters: [
        .amount("clocks.skewedFraction", .real(0.1...1.0), key: 0xA659_61FE_42C3_D2F3),
        .detail("clocks.skewSecondsMax", .whole(60...31_536_000), key: 0x5096_A41F_0D51_DA0B),
      ],
      seenBy: [.clockSkew]),
    FaultKind(
      "clockDrift", key: 0x6CBB_9D1F_30CA_B625,
      cause: .clocks,
      what: "Device clocks run too fast or too slow.",
      parameters: [
        .amount("clocks.driftingFraction", .real(0.1...1.0), key: 0xD177_853D_9AEE_39F5),
        .detail("clocks.driftPartsPerMillionMax", .whole(20...100_000), key: 0x25FF_80DC_D4AB_A4FE),
      ],
      seenBy: [.clockDrift]),
    FaultKind(
      "clockJumps", key: 0x0438_62DF_0050_3D89,
      weight: 1.5,
      cause: .clocks,
      what: "Device clocks are set to another time while the app is in use.",
      parameters: [
        .amount("clocks.jumpsPerDeviceYear", .real(12.0...365.0), key: 0x8B15_F928_306A_942E),
        .detail("clocks.jumpSecondsMax", .whole(60...31_536_000), key: 0x90FA_EA76_D7AB_A54E),
      ],
      seenBy: [.clockJump]),
    FaultKind(
      "wrongTimeZones", key: 0x36D6_920B_5BEA_F3D8,
      cause: .clocks,
      what: "Devices show the time of a zone that they are not in.",
      parameters: [
        .amount("clocks.wrongZoneFraction", .real(0.1...1.0), key: 0x5D8F_6438_F4CD_3A1E)
      ],
      seenBy: [.wrongTimeZone]),
    FaultKind(
      "travel", key: 0x3271_CD63_F1A6_B2CD,
      cause: .clocks,
      what: "People travel to other time zones and back.",
      parameters: [
        .amount("clocks.travelsPerPersonYear", .real(10.0...200.0), key: 0x5D70_138E_565F_7E05),
        .detail("clocks.travelDaysMax", .whole(1...14), key: 0x40A2_5CB2_188C_D10D),
      ],
      seenBy: [.travel]),
    FaultKind(
      "serverClockSkew", key: 0xEC56_C3FC_4DC7_7D11,
      cause: .clocks,
      what: "The server's clock is off.",
      parameters: [
        .amount("clocks.serverSkewSecondsMax", .whole(1...86_400), key: 0x7ACA_4EAB_BCE9_3893)
      ],
      seenBy: [.serverClockSkew]),
    FaultKind(
      "clockSkewBound", key: 0x69F5_0F27_7C46_9762,
      what: "The server tolerates less clock skew than devices have.",
      parameters: [
        .detail(
          "sync.clockSkewBoundMilliseconds", .whole(1...86_400_000),
          key: 0xC21F_A261_A072_C8A8)
      ],
      seenBy: [.clockSkewBoundExceeded]),
  ]
}
