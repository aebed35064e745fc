import { isAppError } from '@octet/core/errors.ts'
import { add, compare, divide, multiply, subtract } from '../../lib/rational-math.ts'
import { toRational, type Rational } from '../../lib/rational.ts'
import { findUnits, listUnits } from './find-unit.ts'
import { toPlainText } from './plain-text.ts'
import { readAmount, refuse, type Reading } from './read-amount.ts'
import type { Unit } from './unit.ts'

/** An amount as it was understood, the unit that is wanted, and what else was possible. */
export type Understood = {
  readonly reading: Reading
  readonly target: Unit
  readonly others: readonly { readonly reading: Reading; readonly target: Unit }[]
}

const MAX_OTHERS = 5
/** What stands between an amount and the unit that is wanted. Each place is tried, so that “5 in in cm” is understood. */
const BETWEEN =
  / ?(?:->|=>|→|⇒|(?:= ?)?(?:等于|是|有|合|折合|为|=) ?(?:多少|几|\?)|多少|换算成|换算为|换算|转换成|转换为|转换|转成|转为|换成|等于|折合|转|换|=) ?| (?:to|in|into|as)(?= )/g
const AROUND = /^(?:convert|请问|把|将) ?|(?: ?(?:[=?。]|是多少|等于多少|等于|多少))+$/gi

/** Understands `5 ft 11 in`, `5 ft to cm`, `3斤是多少克`. A target of its own comes before one in the text. Throws `bad_input`. */
export function understand(text: string, to: string): Understood {
  const plain = turnQuestion(toPlainText(text).replaceAll(AROUND, ''))
  const wanted = toPlainText(to)
  const { readings, targetName, field } = split(plain, wanted)
  if (targetName === undefined) {
    const pairs = readings.map((reading) => ({ reading, target: findTarget(reading.parts.at(-1)!.unit) }))
    return toUnderstood(pairs)
  }
  const targets = findUnits(targetName)
  if (targets.length === 0)
    throw refuse({ en: 'a unit to convert to, such as cm, kg or 斤', zh: '目标单位，如 cm、kg、斤' }, targetName, field)
  const pairs = readings.flatMap((reading) =>
    targets.filter((target) => target.quantity.id === reading.parts[0]!.unit.quantity.id).map((target) => ({ reading, target })),
  )
  if (pairs.length > 0) return toUnderstood(pairs)
  const { name } = readings[0]!.parts[0]!.unit.quantity
  const other = targets[0]!.quantity.name
  const units = { en: `a unit of ${name.en} to convert to`, zh: `表示${name.zh}的目标单位` }
  throw refuse(units, { en: `“${targetName}” (a unit of ${other.en})`, zh: `“${targetName}”（${other.zh}单位）` }, field)
}

/** “how many cm in 5 ft” and “how many cm is 5 ft” as “5 ft to cm”. */
function turnQuestion(plain: string): string {
  const asked = /^how (?:many|much) /i.exec(plain)?.[0]
  const at = plain.search(/ (?:(?:are |is )?in|is|are|make) /)
  if (!asked || at < asked.length) return plain
  return `${plain.slice(at).replace(/^ (?:(?:are |is )?in|is|are|make) (?:an? )?/, '')} to ${plain.slice(asked.length, at)}`
}

type Split = { readonly readings: readonly Reading[]; readonly targetName?: string; readonly field: 'text' | 'to' }

function split(plain: string, wanted: string): Split {
  let error: unknown
  let half: Split | undefined
  const whole = read(plain)
  if (!isAppError(whole)) return { readings: whole, field: 'to', ...(wanted && { targetName: wanted }) }
  for (const { index, 0: between } of plain.matchAll(BETWEEN)) {
    const readings = read(plain.slice(0, index))
    const targetName = plain.slice(index + between.length).replace(/^ ?(?:个|an? |the )?/, '')
    // Nothing but a number stood before it.
    if (isAppError(readings)) error ??= /[^\d.,/ +-]/.test(plain.slice(0, index)) ? readings : undefined
    else if (targetName !== '' && findUnits(targetName).length > 0) return toSplit(readings, targetName, wanted)
    else half ??= toSplit(readings, targetName, wanted)
  }
  if (half) return half
  throw error ?? whole
}

const toSplit = (readings: readonly Reading[], inText: string, wanted: string): Split =>
  wanted ? { readings, targetName: wanted, field: 'to' } : { readings, targetName: inText, field: 'text' }

function read(plain: string) {
  try {
    return readAmount(plain)
  } catch (error) {
    if (isAppError(error)) return error
    throw error
  }
}

function toUnderstood(pairs: readonly { readonly reading: Reading; readonly target: Unit }[]): Understood {
  const [first, ...others] = pairs
  return { ...first!, others: others.slice(0, MAX_OTHERS) }
}

/** The unit that most want of this one. */
function findTarget(unit: Unit): Unit {
  const { targets, units } = unit.quantity
  const pairs = new Map(targets.split(' ').map((pair) => pair.replaceAll('~', ' ').split('>') as [string, string]))
  const symbol = pairs.get(unit.symbol)
  const found = symbol && findUnits(toPlainText(symbol)).find(({ quantity }) => quantity.id === unit.quantity.id)
  return found || listUnits({ ...unit.quantity, units })[0]!
}

/** The amount in the quantity's first unit. Throws `bad_input` below absolute zero, and for no or negative fuel use. */
export function toBase({ parts, isNegative }: Reading): Rational {
  const sum = parts
    .map(({ value, unit }) => {
      const signed = isNegative ? { ...value, top: -value.top } : value
      if (unit.quantity.id === 'fuel' && signed.top <= 0n) throw refuse({ en: 'more than zero', zh: '大于零的值' }, write(signed))
      return unit.isReciprocal ? divide(unit.factor, signed) : add(multiply(signed, unit.factor), unit.offset)
    })
    .reduce(add)
  const [{ unit } = { unit: undefined }] = parts
  if (unit?.quantity.id === 'temperature' && compare(sum, toRational(0n)) < 0)
    throw refuse(
      {
        en: `a temperature not below absolute zero (−273.15 °C, −459.67 °F)`,
        zh: '不低于绝对零度（−273.15 °C、−459.67 °F）的温度',
      },
      `${isNegative ? '-' : ''}${write(parts[0]!.value)} ${unit.symbol}`,
    )
  return sum
}

const write = ({ top, bottom }: Rational) => (bottom === 1n ? `${top}` : `${Number(top) / Number(bottom)}`)

/** An amount of the quantity's first unit in another. */
export const fromBase = (base: Rational, unit: Unit): Rational =>
  unit.isReciprocal ? divide(unit.factor, base) : divide(subtract(base, unit.offset), unit.factor)
