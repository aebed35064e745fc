/** Some programs take the wide signs of Chinese keyboards for the narrow ones. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/
/** `+86 …` as one number is a telephone or a calling code and harms nobody. */
const NUMBER = /^[+-]?\d+([.:]\d+)*$/
/** A semicolon or a tab parts cells in many a spreadsheet, behind which a formula might begin. */
const NEEDS_QUOTES = /[",;\t\r\n]/

/** A text with an apostrophe in front where a spreadsheet would run it as a formula. */
export function toHarmless(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** A cell as RFC 4180 writes it: quoted only when it must be, whatever mark parts the cells. */
export function quoteCsv(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
