import { decodeText } from '../../lib/charset.ts'
import { joinBytes, parseHex, type Bytes } from '../../lib/bytes.ts'
import { readDictionary, toPdfText, toPdfTime, type PdfDictionary, type PdfValue } from './pdf-values.ts'
import { MAX_SIGNATURES } from './words.ts'

/** One signature of a PDF (ISO 32000-2 §12.8.1): the bytes it is over, and what stands beside it. */
export type PdfSignature = {
  readonly readContent: () => Bytes
  /** CMS, or a time stamp, as `format` says. */
  readonly cms: Bytes
  /** `adbe.pkcs7.detached`, `ETSI.CAdES.detached`, `ETSI.RFC3161` … */
  readonly format: string
  /** Where the last byte ends that it is over. */
  readonly end: number
  /** Whether what it leaves out is its own value and nothing else. */
  readonly isWhole: boolean
  readonly name?: string
  readonly reason?: string
  readonly location?: string
  readonly time?: string
  /** What may be changed afterwards, from 1 to 3, where the author certified the file. */
  readonly permission?: number
}

/** How far before and behind the ranges their object may begin and end. */
const MAX_OBJECT_BYTES = 128 * 1024
/** Places that look like one and are looked at: a file of nothing else would take for ever. */
const MAX_PLACES = 200
const RANGES = /^\/ByteRange[\s\0]*\[([\d\s\0]+)\]/

/**
 * The signatures of a PDF in the order in which they were made. Their dictionaries stand in the open, whatever else is packed:
 * they are written before what they are over is known. Texts of a file that is encrypted are left out.
 */
export function listPdfSignatures(file: Bytes): PdfSignature[] {
  const isEncrypted = find(file, '/Encrypt', 0) >= 0
  const found: PdfSignature[] = []
  let places = 0
  for (let at = find(file, '/ByteRange', 0); at >= 0 && places < MAX_PLACES; at = find(file, '/ByteRange', at + 1)) {
    places++
    const signature = readSignature(file, { at, isEncrypted })
    if (signature) found.push(signature)
    if (found.length > MAX_SIGNATURES) break
  }
  return found.toSorted((a, b) => a.end - b.end)
}

function readSignature(file: Bytes, { at, isEncrypted }: { at: number; isEncrypted: boolean }): PdfSignature | undefined {
  const [, digits = ''] = RANGES.exec(toLatin1(file.subarray(at, at + 400))) ?? []
  const numbers = digits
    .split(/[\s\0]+/)
    .filter(Boolean)
    .map(Number)
  const [start = 0, length = 0, next = 0] = numbers
  const end = (numbers.at(-2) ?? 0) + (numbers.at(-1) ?? 0)
  if (numbers.length < 4 || numbers.length % 2 || next <= length || end > file.length) return undefined
  const gap = toLatin1(file.subarray(start + length, next))
  const { hex, isAlone } = readGap(gap)
  const parts = Array.from({ length: numbers.length / 2 }, (_, i) =>
    file.subarray(numbers[2 * i]!, numbers[2 * i]! + numbers[2 * i + 1]!),
  )
  const dictionary = readAround(file, { at, gap: [start + length, next] })
  const type = dictionary && toName(dictionary.get('Type'))
  if (type !== undefined && type !== 'Sig' && type !== 'DocTimeStamp') return undefined
  const isWhole = start === 0 && numbers.length === 4 && isAlone
  const value = hex === '' ? toValue(dictionary) : parseHex(evenDigits(hex), 'file')
  if (!value) return undefined
  return {
    readContent: () => joinBytes(parts),
    cms: value,
    format: toName(dictionary?.get('SubFilter')) ?? '',
    end,
    isWhole,
    ...(dictionary && !isEncrypted && readWords(dictionary)),
    ...(dictionary && readPermission(dictionary)),
  }
}

/** The digits of the first value in what the ranges leave out, and whether nothing else stands there. */
function readGap(gap: string): { hex: string; isAlone: boolean } {
  const [open, close] = [gap.indexOf('<'), gap.indexOf('>')]
  const hex = open >= 0 && close > open ? gap.slice(open + 1, close) : ''
  if (hex === '' || /[^\da-fA-F\s\0]/.test(hex)) return { hex: '', isAlone: false }
  return { hex, isAlone: !/[^\s\0]/.test(gap.slice(0, open)) && !/[^\s\0]/.test(gap.slice(close + 1)) }
}

const evenDigits = (hex: string): string => {
  const digits = hex.replaceAll(/[^\da-f]/gi, '')
  return digits.length % 2 ? `${digits}0` : digits
}

/** Where the ranges leave out something else, the value is only in the dictionary. */
function toValue(dictionary: PdfDictionary | undefined): Bytes | undefined {
  const value = dictionary?.get('Contents')
  return value instanceof Uint8Array && value.length > 0 ? joinBytes([value]) : undefined
}

type Around = { readonly at: number; readonly gap: readonly [start: number, end: number] }

/** The dictionary with the ranges at a place: the first of the object they are in. What is left out of them need not be read. */
function readAround(file: Bytes, { at, gap }: Around): PdfDictionary | undefined {
  const start = findObject(file, Math.min(at, gap[0]))
  const behind = file.subarray(0, Math.max(at, gap[1]) + MAX_OBJECT_BYTES)
  const end = find(behind, 'endobj', Math.max(at, gap[1]))
  if (start === undefined) return undefined
  const last = end < 0 ? behind.length : end
  const isInside = gap[0] > start && gap[1] <= last && gap[1] - gap[0] > SMALL
  const text = isInside
    ? `${toLatin1(file.subarray(start, gap[0]))}<>${toLatin1(file.subarray(gap[1], last))}`
    : toLatin1(file.subarray(start, last))
  return readDictionary(text, 0)
}

/** A value of fewer bytes is no signature, and may be something else that is to be read. */
const SMALL = 256

/** The end of the last `obj` before a place. */
function findObject(file: Bytes, before: number): number | undefined {
  const from = Math.max(0, before - MAX_OBJECT_BYTES)
  for (let at = before; ;) {
    at = file.lastIndexOf(LETTER_J, at - 1)
    if (at < from + 2) return undefined
    if (file[at - 1] === 0x62 && file[at - 2] === 0x6f && file[at - 3] !== LETTER_D) return at + 1
  }
}

const [LETTER_J, LETTER_D] = [0x6a, 0x64]

function readWords(dictionary: PdfDictionary): Pick<PdfSignature, 'name' | 'reason' | 'location' | 'time'> {
  const [name, reason, location] = ['Name', 'Reason', 'Location'].map((key) => toPdfText(dictionary.get(key))?.trim())
  const time = toPdfTime(dictionary.get('M'))
  return { ...(name && { name }), ...(reason && { reason }), ...(location && { location }), ...(time && { time }) }
}

function readPermission(dictionary: PdfDictionary): { permission?: number } {
  const references = dictionary.get('Reference')
  for (const reference of Array.isArray(references) ? (references as readonly PdfValue[]) : []) {
    if (!(reference instanceof Map) || toName(reference.get('TransformMethod')) !== 'DocMDP') continue
    const parameters: unknown = reference.get('TransformParams')
    const written: unknown = parameters instanceof Map ? parameters.get('P') : undefined
    // Left out, it is 2 (ISO 32000-2, table 257).
    const permission = typeof written === 'string' ? Number(written) : 2
    return permission >= 1 && permission <= 3 ? { permission } : {}
  }
  return {}
}

const toName = (value: PdfValue | undefined): string | undefined =>
  typeof value === 'object' && !(value instanceof Uint8Array) && !(value instanceof Map) && 'name' in value
    ? value.name
    : undefined

const toLatin1 = (bytes: Uint8Array): string => decodeText(bytes, 'latin1')

/** Where some characters of ASCII begin, from a place on; -1 where they do not come. */
function find(bytes: Uint8Array, text: string, from: number): number {
  const codes = Array.from(text, (char) => char.charCodeAt(0))
  // The second is rarer than the slash, which begins every name.
  for (let at = bytes.indexOf(codes[1]!, from + 1); at >= 0; at = bytes.indexOf(codes[1]!, at + 1))
    if (codes.every((code, i) => bytes[at - 1 + i] === code)) return at - 1
  return -1
}
