import type { Lang, Text } from '@octet/core/text.ts'
import { toRational, type Rational } from '../../lib/rational.ts'
import { writeRational, type WrittenRational } from '../../lib/write-rational.ts'
import { fromBase } from './convert.ts'
import { listUnits } from './find-unit.ts'
import type { Part, Reading } from './read-amount.ts'
import { SOURCES } from './sources.ts'
import type { Unit } from './unit.ts'

/** Longest fraction that is written in whole. */
const MAX_EXACT = 17

/** A number with its symbol: `5 ft`, `30°`. */
const withSymbol = (text: string, { symbol }: Unit): string => (/^[°′″]$/.test(symbol) ? text + symbol : `${text} ${symbol}`)

/** A value in a unit: its digits, and whether they and the factors of both units are all of it. */
export function writeIn(
  base: Rational,
  { target, reading, digits }: { target: Unit; reading: Reading; digits: number },
): WrittenRational {
  const { text, isExact } = writeRational(fromBase(base, target), { digits, maxExact: Math.max(MAX_EXACT, digits) })
  const haveSameEnd = reading.parts.every(({ unit }) => unit.isExact === target.isExact)
  return { text, isExact: isExact && haveSameEnd }
}

/** A result in one line: `180.34 cm`, `≈ 0.3333333333 m`. */
export const writeResult = ({ text, isExact }: WrittenRational, target: Unit): string =>
  `${isExact ? '' : '≈ '}${withSymbol(text, target)}`

/** An amount as it was understood: `5 ft 11 in`. */
export const writeReading = ({ parts, isNegative }: Reading): string =>
  `${isNegative ? '-' : ''}${parts.map(({ value, unit }) => withSymbol(writeValue(value), unit)).join(' ')}`

/** The same with names that mean nothing else, to be typed. */
export const spellReading = ({ parts, isNegative }: Reading, lang: Lang): string =>
  `${isNegative ? '-' : ''}${parts.map(({ value, unit }) => `${writeValue(value)} ${unit.name[lang]}`).join(' ')}`

/** A number as it was typed: decimal where it ends, else a fraction. */
function writeValue(value: Part['value']): string {
  const { text, isExact } = writeRational(value, { digits: 30, maxExact: 60 })
  if (isExact) return text
  const whole = value.top / value.bottom
  const rest = toRational(value.top % value.bottom, value.bottom)
  return `${whole > 0n ? `${whole} ` : ''}${rest.top}/${rest.bottom}`
}

/** What a unit is of the first one of its quantity: `1 ft = 0.3048 m`; undefined of that one. */
export function writeDefinition(unit: Unit, lang: Lang): { unit: string; definition: string; source: string } | undefined {
  const base = listUnits(unit.quantity).find(
    ({ product, isReciprocal, offset }) => product === '1' && !isReciprocal && offset.top === 0n,
  )!
  if (unit.symbol === base.symbol) return undefined
  const product = writeProduct(unit.product)
  const scale = unit.product === '1' ? '' : ` × ${product.includes(' ') ? `(${product})` : product}`
  const definition = unit.offsetProduct
    ? `T(${base.symbol}) = T(${unit.symbol})${scale} + ${writeProduct(unit.offsetProduct)}`
    : `1 ${unit.symbol} = ${product} ${base.symbol}`
  return { unit: unit.name[lang], definition, source: SOURCES[unit.source][lang] }
}

const writeProduct = (product: string): string =>
  product.replaceAll('*', ' × ').replaceAll('/', ' ÷ ').replaceAll('pi', 'π').replaceAll('-', '−')

/** Which units were meant, and of what: `foot, inch (length)`. */
export function writeNames({ parts }: Reading): Text {
  const names = (lang: Lang, comma: string) => [...new Set(parts.map(({ unit }) => unit.name[lang]))].join(comma)
  const { name } = parts[0]!.unit.quantity
  return { en: `${names('en', ', ')} (${name.en})`, zh: `${names('zh', '、')}（${name.zh}）` }
}
