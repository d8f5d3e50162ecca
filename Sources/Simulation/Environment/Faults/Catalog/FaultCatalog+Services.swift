extension FaultCatalog {
  // External services: calendars, catalogs, health stores.
  static let services: [FaultKind] = [
    FaultKind(
      "calendarFailures", key: 0x58DD_8243_BD91_AD20,
      cause: .externalServices,
      what:
        "An external calendar rejects calls, expires its sync tokens and has a clock that is "
        + "off.",
      parameters: [
        .amount(
          "network.calendarFailureProbability", .real(0.02...0.8), key: 0x883C_1C40_4F60_919E),
        .amount(
          "network.calendarTokensExpiredPerWeek", .real(0.2...7.0),
          key: 0x939E_B2D5_E746_C261),
        .amount("network.calendarSkewSecondsMax", .whole(1...86_400), key: 0xF1E1_5058_647D_D683),
      ],
      seenBy: [.calendarFailure, .calendarTokensExpired]),
    FaultKind(
      "calendarRateLimits", key: 0x567B_414A_8C07_24AD,
      what: "An external calendar takes few calls a minute.",
      parameters: [
        .detail("network.calendarRequestsPerMinuteMax", .whole(1...30), key: 0x6F31_3422_B2CC_8F9E)
      ],
      seenBy: [.calendarRateLimit]),
    FaultKind(
      "catalogFailures", key: 0xDB7C_AEA0_318A_EB45,
      cause: .externalServices,
      what: "A food catalog, or the analysis of a photo, cannot be reached.",
      parameters: [
        .amount("network.catalogFailureProbability", .real(0.05...1.0), key: 0x9BAE_D1A4_DBB9_CD40)
      ],
      seenBy: [.catalogFailure]),
    FaultKind(
      "healthStoreFailures", key: 0x3D0D_5458_4D88_CC75,
      cause: .externalServices,
      what:
        "A health store loses its anchors, denies access for a day, or changes its records "
        + "afterwards.",
      parameters: [
        .amount("network.healthStoreFailuresPerWeek", .real(0.2...7.0), key: 0xFE6F_ACBF_66B5_1DDE),
        .detail(
          "activities.healthChangeProbability", .real(0.05...1.0), key: 0x72DB_58F5_BA03_F2E5),
      ],
      seenBy: [.healthStoreFailure, .healthDataChange]),
  ]
}
