import { toHex } from '../bytes.ts'
import { DER, isText, listDer, listParts, toOid, toText, type DerValue } from '../der.ts'

/** Short names of the parts of a name (RFC 4519 §2, RFC 5280 §4.1.2.4, EV Guidelines §7.1.4), as OpenSSL and others have them. */
const TYPES: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'street',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'T',
  '2.5.4.13': 'description',
  '2.5.4.15': 'businessCategory',
  '2.5.4.16': 'postalAddress',
  '2.5.4.17': 'postalCode',
  '2.5.4.18': 'postOfficeBox',
  '2.5.4.20': 'telephoneNumber',
  '2.5.4.41': 'name',
  '2.5.4.42': 'G',
  '2.5.4.43': 'I',
  '2.5.4.44': 'generationQualifier',
  '2.5.4.45': 'x500UniqueIdentifier',
  '2.5.4.46': 'dnQualifier',
  '2.5.4.65': 'pseudonym',
  '2.5.4.72': 'role',
  '2.5.4.97': 'organizationIdentifier',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.3': 'mail',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'E',
  '1.2.840.113549.1.9.2': 'unstructuredName',
  '1.2.840.113549.1.9.8': 'unstructuredAddress',
  '1.3.6.1.4.1.311.60.2.1.1': 'jurisdictionL',
  '1.3.6.1.4.1.311.60.2.1.2': 'jurisdictionST',
  '1.3.6.1.4.1.311.60.2.1.3': 'jurisdictionC',
}

/** A name of the directory, given as DER, in one line; escapes are those of RFC 4514 §2.4. Throws a RangeError where it is not whole. */
export function toNameText(name: Uint8Array): string {
  const [whole] = listDer(name)
  return (whole ? listParts(whole) : []).map((part) => listParts(part).map(toAttributeText).join('+')).join(', ')
}

/** The last common name in a name, as it reads; nothing where it has none. Throws a RangeError where the name is not whole. */
export function findCommonName(name: Uint8Array): string | undefined {
  const [whole] = listDer(name)
  const attributes = (whole ? listParts(whole) : []).flatMap(listParts).map(listParts)
  const value = attributes.findLast(([type]) => type?.tag === DER.oid && TYPES[toOid(type)] === 'CN')?.[1]
  return value && isText(value) ? toText(value) : undefined
}

function toAttributeText(attribute: DerValue): string {
  const [type, value] = listParts(attribute)
  const oid = type ? toOid(type) : ''
  return `${TYPES[oid] ?? oid}=${value ? toValue(value) : ''}`
}

/** What is no text stands as bytes (RFC 4514 §2.4), text of half a character too. */
function toValue(value: DerValue): string {
  const isHalf = value.content.length % ({ [BMP]: 2, [UNIVERSAL]: 4 }[value.tag] ?? 1) !== 0
  return isText(value) && !isHalf ? escape(toText(value)) : `#${toHex(value.raw)}`
}

const [BMP, UNIVERSAL] = [0x1e, 0x1c]

function escape(text: string): string {
  return (
    text
      .replaceAll(/[,+"\\<>;]/g, String.raw`\$&`)
      .replace(/^[ #]/, String.raw`\$&`)
      .replace(/(?<=.) $/s, String.raw`\ `)
      // oxlint-disable-next-line no-control-regex -- a line break would begin another line
      .replaceAll(/[\0-\x1f\x7f]/g, (char) => `\\${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
  )
}
