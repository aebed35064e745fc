import type { Text } from '@octet/core/text.ts'

/** Units that are words of English; symbols such as B, ms and MB/s are the same in Chinese. */
const WORDS: Readonly<Record<string, Text>> = {
  bit: { en: 'bit', zh: '位' },
  columns: { en: 'columns', zh: '列' },
}

/** The unit of a field, as each language writes it. */
export const toUnitText = (unit: string): Text => WORDS[unit] ?? { en: unit, zh: unit }

/** A unit behind its number: a per cent sign stands close to it, in both languages. */
export const toAfter = (unit: string): string => (unit === '%' ? unit : ` ${unit}`)
