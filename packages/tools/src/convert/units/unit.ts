import type { Text } from '@octet/core/text.ts'
import { divide, fromPlainDecimal, multiply } from '../../lib/rational-math.ts'
import { toRational, type Rational } from '../../lib/rational.ts'
import type { SourceId } from './sources.ts'

/** Families of units, in the order of the table. */
export const SYSTEMS = {
  metric: { en: 'Metric', zh: '公制' },
  binary: { en: 'Binary', zh: '二进制' },
  imperial: { en: 'British and American', zh: '英美制' },
  us: { en: 'American', zh: '美制' },
  uk: { en: 'British', zh: '英制' },
  market: { en: 'Chinese market units (市制)', zh: '市制' },
  taiwan: { en: 'Taiwan (台制)', zh: '台制' },
  hongkong: { en: 'Hong Kong', zh: '港制' },
  other: { en: 'Other', zh: '其他' },
} as const satisfies Record<string, Text>
export type System = keyof typeof SYSTEMS

/**
 * A unit as it is written down: symbol, English and Chinese name, what one of it is in the quantity's first unit, where that is
 * laid down, and further names with `|` between them; one behind `!` means this unit before others that are called so.
 * The factor is a product: `0.45359237*9.80665/3`, with `pi` as one that never ends.
 */
export type UnitRow = readonly [
  symbol: string,
  en: string,
  zh: string,
  factor: string,
  source: SourceId,
  names?: string,
  more?: {
    /** What zero of it is in the first unit, also a product. */
    readonly offset?: string
    /** It counts the other way round: twice as many are half as much. */
    readonly isReciprocal?: true
    /** SI prefixes go before it. */
    readonly takesPrefixes?: true
    /** Its factor was measured, and is known only so far. */
    readonly isMeasured?: true
  },
]

export type Quantity = {
  readonly id: string
  readonly name: Text
  readonly units: Partial<Readonly<Record<System, readonly UnitRow[]>>>
  /** What is wanted where nobody says it: `ft>cm in>cm`; units not in it go to the first one. */
  readonly targets: string
}

export type Unit = {
  readonly symbol: string
  readonly name: Text
  readonly quantity: Quantity
  readonly system: System
  readonly source: SourceId
  readonly factor: Rational
  /** The factor as its source writes it. */
  readonly product: string
  readonly offset: Rational
  /** The offset as its source writes it; empty where zero is zero. */
  readonly offsetProduct: string
  readonly isReciprocal: boolean
  /** Whether the factor is all of the number. */
  readonly isExact: boolean
  readonly takesPrefixes: boolean
}

/** π to 50 decimals. */
const PI = '3.14159265358979323846264338327950288419716939937511'
const ZERO = toRational(0n)

export function toUnit(quantity: Quantity, system: System, row: UnitRow): Unit {
  const [symbol, en, zh, product, source, , more = {}] = row
  return {
    symbol,
    name: { en, zh },
    quantity,
    system,
    source,
    product,
    factor: toFactor(product),
    offset: more.offset ? toFactor(more.offset) : ZERO,
    offsetProduct: more.offset ?? '',
    isReciprocal: more.isReciprocal ?? false,
    isExact: !more.isMeasured && !product.includes('pi'),
    takesPrefixes: more.takesPrefixes ?? false,
  }
}

/** The number of a product such as `5/9` or `-2/3`. */
export function toFactor(product: string): Rational {
  const isNegative = product.startsWith('-')
  const terms = product.replace(/^-/, '').match(/[*/]?[^*/]+/g) ?? []
  const size = terms.reduce((value, term) => {
    const name = term.replace(/^[*/]/, '')
    const factor = fromPlainDecimal(name === 'pi' ? PI : name)
    return term.startsWith('/') ? divide(value, factor) : multiply(value, factor)
  }, toRational(1n))
  return isNegative ? toRational(-size.top, size.bottom) : size
}
