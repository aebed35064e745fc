import { readCitizen, type Citizen } from './citizen.ts'
import { readCreditCode, type CreditCode } from './credit-code.ts'

export type ReadNumber = Citizen | ({ readonly kind: 'organisation' } & CreditCode)

/**
 * A number of a person or of an organisation, with whatever stands between its signs. Eighteen digits may be either: what is
 * right as one of them is that one, else what has a day of birth in it, or does not begin as companies do, is of a person.
 */
export function readNumber(text: string, today: Date): ReadNumber | undefined {
  const number = toPlain(text)
  const citizen = readCitizen(number, today)
  const code = readCreditCode(number)
  const organisation = code && ({ kind: 'organisation', ...code } as const)
  if (!citizen || !organisation) return citizen ?? organisation
  if (!citizen.problem) return citizen
  return organisation.problem && (citizen.birth || !number.startsWith('9')) ? citizen : organisation
}

/**
 * Full-width and small letters, blanks, hyphens and the quotes of spreadsheets are how people write them, and `身份证号：` or a
 * name before them, or a name behind.
 */
export const toPlain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/^\p{L}[\p{L}\s·]{0,30}(?::|(?:\s|(?<=\p{sc=Han}))(?=\d{6}))/u, '')
    .replace(/(?<=[\dX])\s?\p{sc=Han}[\p{sc=Han}\s·]{0,30}$/iu, '')
    .replaceAll(/[\s\p{Cf}'"‘’“”-]/gu, '')
    .toUpperCase()
