import type { Text } from '@octet/core/text.ts'
import { checkContent, refuseDigit } from './check-content.ts'
import type { SymbologyId } from './symbologies.ts'

/** An ISBN as it is drawn: its content, by which encoder, and what is worth telling. */
type DrawnIsbn = { readonly content: string; readonly encoder: SymbologyId; readonly note?: Text }

/**
 * An ISBN with its hyphens is drawn with the line “ISBN …” above the bars. Where the hyphens stand only the list of all
 * publishers tells, so one without them is the EAN-13 of the same digits, which has the same bars (ISO 2108 §6). Spaces count
 * as hyphens. Throws `bad_input`.
 */
export function readIsbn(text: string): DrawnIsbn {
  const plain = text
    .trim()
    .replaceAll(/[\s\u2010-\u2015\u2212]/g, '-')
    .toUpperCase()
  const digits = plain.replaceAll('-', '')
  const isOld = /^\d{9}[\dX]$/.test(digits)
  const note = isOld ? { note: toOldNote(digits) } : {}
  if (plain.includes('-')) return { content: checkContent(plain, 'isbn'), encoder: 'isbn', ...note }
  if (isOld) {
    const digit = toOldDigit(digits.slice(0, -1))
    if (!digits.endsWith(digit)) refuseDigit(digits.slice(0, -1), { digit, got: text })
    return { content: toNew(digits), encoder: 'ean13', ...note }
  }
  if (/^97[89]\d{10}$/.test(digits)) return { content: checkContent(digits, 'ean13'), encoder: 'ean13' }
  return { content: checkContent(plain, 'isbn'), encoder: 'isbn' }
}

/** The 13 digits of an ISBN of ten: behind 978, with the check digit of EAN-13 (ISBN Users' Manual §4.1). */
const toNew = (digits: string): string => checkContent(`978${digits.slice(0, -1)}`, 'ean13')

/** Weights 10 to 2 and a sum that 11 divides; X is ten (ISO 2108:1992). */
function toOldDigit(body: string): string {
  const sum = [...body].reduce((all, digit, at) => all + Number(digit) * (10 - at), 0)
  const digit = (11 - (sum % 11)) % 11
  return digit === 10 ? 'X' : String(digit)
}

const toOldNote = (digits: string): Text => ({
  en: `ISBN-10 ${digits} is ISBN-13 ${toNew(digits)}: the bars hold that`,
  zh: `ISBN-10 ${digits} 即 ISBN-13 ${toNew(digits)}，条码中写入的是后者`,
})
