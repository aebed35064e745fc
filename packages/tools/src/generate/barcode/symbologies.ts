import type { Text } from '@octet/core/text.ts'

/** A kind of barcode: how it is called, what it takes, and how the library calls it. */
export type Symbology = {
  readonly title: Text
  /** What may be written in it, for a refusal. */
  readonly takes: Text
  /** Bars in a row, with their text below; else modules in a plane. */
  readonly isLinear: boolean
  /** What a text has to look like at least; the library looks at the rest. */
  readonly pattern: RegExp
  /** Digits with the check digit of GS1 at their end (GS1 General Specifications §7.9). */
  readonly digits?: number
  /** Characters at the most, the brackets around identifiers aside. */
  readonly maxCharacters?: number
  /** Its digits have places of their own below the bars; elsewhere the text stands in the middle. */
  readonly hasPlaces?: boolean
  /** How many of the library's units a module is wide; 1 unless said. */
  readonly units?: number
}

const same = (name: string): Text => ({ en: name, zh: name })
const toDigits = (count: number): Text => ({
  en: `${count - 1} digits, or ${count} with the check digit`,
  zh: `${count - 1} 位数字，或含校验位的 ${count} 位`,
})
const gtin = (name: string, digits: number) => ({
  title: same(name),
  takes: toDigits(digits),
  isLinear: true,
  pattern: new RegExp(`^\\d{${digits - 1},${digits}}$`),
  digits,
  hasPlaces: true,
})
/** Lines are read by few; more would be wider than any label. */
const MAX_LINEAR = 80
const anyText = (title: Text, takes: Text) => ({ title, takes, isLinear: false, pattern: /^[^]+$/, units: 2 })
const GS1: Text = {
  en: 'GS1 elements, each with its identifier in brackets: (01)09521234543213(10)ABC',
  zh: 'GS1 数据，标识符写在括号内，如 (01)09521234543213(10)ABC',
}
/** GS1 General Specifications §5.4.4.1. */
const MAX_GS1_128 = 48
const GS1_PATTERN = /^(?:\(\d{2,4}\)[^()]+)+$/

export const SYMBOLOGIES = {
  code128: {
    title: same('Code 128'),
    takes: { en: `1–${MAX_LINEAR} ASCII characters`, zh: `1–${MAX_LINEAR} 个 ASCII 字符` },
    isLinear: true,
    // oxlint-disable-next-line no-control-regex -- Code 128 holds the control characters, too
    pattern: /^[\0-\x7f]{1,80}$/,
  },
  ean13: gtin('EAN-13', 13),
  ean8: gtin('EAN-8', 8),
  upca: gtin('UPC-A', 12),
  upce: {
    title: same('UPC-E'),
    takes: {
      en: '6 digits, 7 that begin with 0 or 1, or 8 with the check digit',
      zh: '6 位数字，以 0 或 1 开头的 7 位，或含校验位的 8 位',
    },
    isLinear: true,
    pattern: /^(?:\d{6}|[01]\d{6,7})$/,
    digits: 8,
    hasPlaces: true,
  },
  isbn: {
    title: same('ISBN'),
    takes: {
      en: 'an ISBN of 13 digits, or 10, with its hyphens or without: 978-1-56581-231-4',
      zh: '13 位或 10 位 ISBN，可带连字符，如 978-7-302-51180-9',
    },
    isLinear: true,
    pattern: /^[\dX-]{11,17}$/,
    hasPlaces: true,
  },
  code39: {
    title: same('Code 39'),
    takes: { en: `1–${MAX_LINEAR} of 0–9 A–Z - . $ / + % and blank`, zh: `1–${MAX_LINEAR} 个 0–9 A–Z - . $ / + % 或空格` },
    isLinear: true,
    pattern: /^[\dA-Z .$/+%-]{1,80}$/,
  },
  code93: {
    title: same('Code 93'),
    takes: { en: `1–${MAX_LINEAR} of 0–9 A–Z - . $ / + % and blank`, zh: `1–${MAX_LINEAR} 个 0–9 A–Z - . $ / + % 或空格` },
    isLinear: true,
    pattern: /^[\dA-Z .$/+%-]{1,80}$/,
  },
  itf: {
    title: { en: 'Interleaved 2 of 5', zh: '交叉二五码（ITF）' },
    takes: { en: 'an even number of digits, at most 80', zh: '偶数个数字，最多 80 个' },
    isLinear: true,
    pattern: /^(?:\d\d){1,40}$/,
  },
  itf14: gtin('ITF-14', 14),
  codabar: {
    title: { en: 'Codabar', zh: '库德巴码（Codabar）' },
    takes: { en: 'a letter A–D, 0–9 - $ : / . +, a letter A–D', zh: '首尾为字母 A–D，中间为 0–9 - $ : / . +' },
    isLinear: true,
    pattern: /^[A-D][\d$:/.+-]{1,78}[A-D]$/,
  },
  'gs1-128': {
    title: same('GS1-128'),
    takes: {
      en: `${GS1.en}; ${MAX_GS1_128} characters without the brackets`,
      zh: `${GS1.zh}；不计括号最多 ${MAX_GS1_128} 个字符`,
    },
    isLinear: true,
    pattern: GS1_PATTERN,
    maxCharacters: MAX_GS1_128,
  },
  datamatrix: anyText(same('Data Matrix'), {
    en: 'text of up to 1,556 bytes, letters alone up to 2,335',
    zh: '不超过 1,556 字节的文本，纯字母最多 2,335 个',
  }),
  gs1datamatrix: { title: same('GS1 Data Matrix'), takes: GS1, isLinear: false, pattern: GS1_PATTERN, units: 2 },
  pdf417: {
    ...anyText(same('PDF417'), {
      en: 'text of up to 1,110 bytes, letters alone up to 1,851',
      zh: '不超过 1,110 字节的文本，纯字母最多 1,851 个',
    }),
    units: 1,
  },
  aztec: anyText(
    { en: 'Aztec', zh: 'Aztec 码' },
    { en: 'text of up to 1,914 bytes, letters alone up to 3,066', zh: '不超过 1,914 字节的文本，纯字母最多 3,066 个' },
  ),
  microqr: anyText(
    { en: 'Micro QR', zh: '微型 QR 码' },
    { en: 'text of up to 15 bytes or 35 digits', zh: '不超过 15 字节或 35 位数字' },
  ),
} as const satisfies Record<string, Symbology>

export type SymbologyId = keyof typeof SYMBOLOGIES
