/// A whole number in groups of three digits, the same in every locale: `1,234,567`.
public func grouped(_ number: some BinaryInteger) -> String {
  let digits = String(number)
  // Up to three digits need no separator.
  if number.magnitude < 1_000 { return digits }
  var text = ""
  var following = digits.utf8.count
  for digit in digits.unicodeScalars {
    text.unicodeScalars.append(digit)
    following -= 1
    if following > 0 && following % 3 == 0 && digit != "-" { text += "," }
  }
  return text
}
