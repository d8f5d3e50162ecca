extension FaultCatalog {
  // Who takes part, when and where.
  static let population: [FaultKind] = [
    FaultKind(
      "longHorizon", key: 0x801D_021F_9A15_F91C,
      weight: 0.4,
      what: "Few people for months, some of whose devices are offline for most of the time.",
      parameters: [
        .detail("network.longOfflineDeviceFraction", .real(0.3...1.0), key: 0xBE27_74CA_7CED_4BF8),
        .detail("network.longOfflineDaysMax", .whole(30...150), key: 0xC0E9_9CB4_99FC_1206),
        .detail("days", .whole(60...160), key: 0x44B2_995E_093E_37F8),
        .detail(
          "people", .any(["5", "9"]),
          key: 0x7477_20D7_ED79_40C8),
        .detail("population.joinDaysSpread", .whole(1...30), key: 0x4861_2E4C_AB1E_C05A),
      ],
      seenBy: [.longOffline]),
    FaultKind(
      "manyDevices", key: 0x6F2A_691C_5499_F6CB,
      weight: 1.5,
      what: "Every person has several devices.",
      parameters: [
        .detail(
          "population.devicesPerAdult", .any([#"{ "2": 1 }"#, #"{ "3": 1 }"#]),
          key: 0x3CEB_3B9C_EE20_8DB1),
        .detail(
          "population.devicesPerChild", .any([#"{ "1": 1 }"#, #"{ "2": 1 }"#]),
          key: 0x9CF9_F147_E8C2_3CD2),
      ]),
    FaultKind(
      "dateBoundaries", key: 0xFC4F_F80F_EB03_F25D,
      what: "The run crosses a clock change, a leap day or the turn of the year.",
      parameters: [
        .detail(
          "start",
          .any([
            #""2026-03-06""#,
            #""2026-03-27""#,
            #""2026-10-23""#,
            #""2026-10-30""#,
            #""2028-02-26""#,
            #""2026-12-20""#,
          ]), key: 0x21AD_1308_8C7D_DDB4)
      ]),
    FaultKind(
      "extremeTimeZones", key: 0x1529_EA53_9F5E_AF11,
      what: "Households live in time zones at the edge of the calendar, or with unusual offsets.",
      parameters: [
        .detail(
          "population.zones",
          .any([
            #"[{ "zone": "Pacific/Apia", "weight": 1 }, "#
              + #"{ "zone": "Pacific/Pago_Pago", "weight": 1 }]"#,
            #"[{ "zone": "Australia/Lord_Howe", "weight": 1 }, "#
              + #"{ "zone": "Asia/Kathmandu", "weight": 1 }]"#,
            #"[{ "zone": "Europe/Berlin", "weight": 1 }, "#
              + #"{ "zone": "America/Sao_Paulo", "weight": 1 }]"#,
          ]), key: 0xF453_A9DC_E47B_1A9A)
      ]),
  ]
}
