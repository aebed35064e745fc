import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { concatBytes, type Bytes } from '../../lib/bytes.ts'
import { DER, writeDer, writeOid } from '../../lib/der.ts'

/** Whom a certificate is for, in the words of its fields; empty ones are left out. */
export type Subject = {
  readonly country: string
  readonly state: string
  readonly locality: string
  readonly organization: string
  readonly unit: string
  readonly commonName: string
}

/** The parts in the order OpenSSL asks for them, each with the most characters it may have (RFC 5280, appendix A.1). */
const PARTS = [
  { field: 'country', name: 'C', oid: '2.5.4.6', limit: 2 },
  { field: 'state', name: 'ST', oid: '2.5.4.8', limit: 128 },
  { field: 'locality', name: 'L', oid: '2.5.4.7', limit: 128 },
  { field: 'organization', name: 'O', oid: '2.5.4.10', limit: 64 },
  { field: 'unit', name: 'OU', oid: '2.5.4.11', limit: 64 },
  { field: 'commonName', name: 'CN', oid: '2.5.4.3', limit: 64 },
] as const satisfies readonly { field: keyof Subject; name: string; oid: string; limit: number }[]

/** The most characters of a common name. */
export const MAX_COMMON_NAME = 64
const [SET, UTF8, PRINTABLE] = [0x31, 0x0c, 0x13]

/** The subject with blanks at the ends taken off. Throws `bad_input` for what is too long or no country, naming the field. */
export function checkSubject(subject: Subject): Subject {
  const trimmed = Object.fromEntries(PARTS.map(({ field }) => [field, subject[field].trim()])) as Subject
  for (const { field, limit } of PARTS) {
    const text = trimmed[field]
    if (field === 'country' && text !== '' && !/^[a-z]{2}$/i.test(text)) throw badPart(field, A_COUNTRY, text)
    const length = [...text].length
    if (length > limit)
      throw badPart(
        field,
        { en: `at most ${limit} characters`, zh: `不超过 ${limit} 个字符` },
        `${[...text].slice(0, 80).join('')} (${length})`,
      )
    // oxlint-disable-next-line no-control-regex -- a line break or a NUL in a name has been used to deceive
    if (/[\0-\x1f\x7f]/.test(text)) throw badPart(field, { en: 'a line of text', zh: '单行文本' }, JSON.stringify(text))
  }
  return { ...trimmed, country: trimmed.country.toUpperCase() }
}

const A_COUNTRY: Text = { en: 'two letters, such as CN or DE (ISO 3166-1)', zh: '两个字母的国家代码，如 CN（ISO 3166-1）' }

const badPart = (field: string, expected: Text, got: string): AppError => new AppError('bad_input', { field, expected, got })

/** The parts that are there, with their short names. */
export function listSubject(subject: Subject): { name: string; oid: string; value: string }[] {
  return PARTS.map(({ field, name, oid }) => ({ name, oid, value: subject[field] })).filter(({ value }) => value !== '')
}

/** A name of the directory (RFC 5280 §4.1.2.4): UTF-8, and the country in letters that every reader knows. */
export function writeSubject(subject: Subject): Bytes {
  return writeDer(
    DER.sequence,
    ...listSubject(subject).map(({ name, oid, value }) => {
      const text = writeDer(name === 'C' ? PRINTABLE : UTF8, concatBytes(new TextEncoder().encode(value)))
      return writeDer(SET, writeDer(DER.sequence, writeOid(oid), text))
    }),
  )
}
