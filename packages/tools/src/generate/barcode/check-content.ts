import { AppError } from '@octet/core/errors.ts'
import { SYMBOLOGIES, type Symbology, type SymbologyId } from './symbologies.ts'

/** A text as it is written into a code: with its check digit where it has one. Throws `bad_input` with what would fit. */
export function checkContent(text: string, kind: SymbologyId): string {
  const { takes, pattern, digits, maxCharacters = Infinity }: Symbology = SYMBOLOGIES[kind]
  if (!pattern.test(text) || text.replaceAll(/[()]/g, '').length > maxCharacters)
    throw new AppError('bad_input', { field: 'text', expected: takes, got: text.slice(0, 80) })
  if (digits === undefined) return text
  // The six digits that are printed between the bars of UPC-E leave out the first, a 0, and the check digit.
  const body = kind === 'upce' && text.length === 6 ? `0${text}` : text.slice(0, digits - 1)
  const digit = toCheckDigit(kind === 'upce' ? toUpcA(body) : body)
  if (text.length === digits && !text.endsWith(digit)) refuseDigit(body, { digit, got: text })
  return body + digit
}

/** Throws `bad_input` with the check digit that would fit. */
export function refuseDigit(body: string, { digit, got }: { readonly digit: string; readonly got: string }): never {
  const expected = { en: `${digit} as the last digit, the check digit of ${body}`, zh: `末位应为 ${body} 的校验位 ${digit}` }
  throw new AppError('bad_input', { field: 'text', expected, got })
}

/** The check digit of GS1 numbers: weights 3 and 1 from the right (GS1 General Specifications §7.9.1). */
function toCheckDigit(body: string): string {
  const sum = [...body].toReversed().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}

/** The eleven digits of UPC-A that seven of UPC-E stand for, without the zeros left out (GS1 General Specifications §5.2.2.4.2). */
function toUpcA(body: string): string {
  const last = Number(body.at(-1))
  const split = last < 3 ? 3 : last === 3 ? 4 : last === 4 ? 5 : 6
  const [head, tail] = [body.slice(0, split), body.slice(split, -1)]
  const zeros = '0'.repeat(last < 3 || last > 4 ? 4 : 5)
  return last < 3 ? `${head}${last}${zeros}${tail}` : `${head}${zeros}${last > 4 ? last : tail}`
}
