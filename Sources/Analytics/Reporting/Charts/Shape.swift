/// The basic shapes of charts; the style sheet defines the look of each class.
enum Shape {
  typealias Point = (x: Double, y: Double)

  static func line(_ style: String, _ start: Point, _ end: Point) -> Markup {
    .inline(
      "line",
      [
        "class": style, "x1": Path.number(start.x), "y1": Path.number(start.y),
        "x2": Path.number(end.x), "y2": Path.number(end.y),
      ])
  }

  static func path(_ style: String, _ path: Path) -> Markup {
    path.commands.isEmpty
      ? .none : .inline("path", ["class": style, "d": path.commands])
  }

  static func dot(_ style: String, _ centre: Point, radius: Double) -> Markup {
    .inline(
      "circle",
      [
        "class": style, "cx": Path.number(centre.x), "cy": Path.number(centre.y),
        "r": Path.number(radius),
      ])
  }

  static func box(
    _ style: String, _ corner: Point, width: Double, height: Double, rounding: Double = 0
  ) -> Markup {
    .inline(
      "rect",
      [
        "class": style, "x": Path.number(corner.x), "y": Path.number(corner.y),
        "width": Path.number(max(width, 0)), "height": Path.number(max(height, 0)),
        "rx": Path.number(rounding),
      ])
  }

  static func text(_ style: String, _ anchor: Point, _ text: String) -> Markup {
    .inline(
      "text", ["class": style, "x": Path.number(anchor.x), "y": Path.number(anchor.y)],
      text: text)
  }
}
