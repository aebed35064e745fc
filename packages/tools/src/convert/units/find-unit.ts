import { multiply } from '../../lib/rational-math.ts'
import { QUANTITIES } from './quantities.ts'
import { toPlainText } from './plain-text.ts'
import { toFactor, toUnit, type Quantity, type System, type Unit } from './unit.ts'

/** SI prefixes (SI Brochure, table 7): symbol, name, Chinese name, power of ten. */
const PREFIXES = [
  ['Q', 'quetta', '昆', 30],
  ['R', 'ronna', '容', 27],
  ['Y', 'yotta', '尧', 24],
  ['Z', 'zetta', '泽', 21],
  ['E', 'exa', '艾', 18],
  ['P', 'peta', '拍', 15],
  ['T', 'tera', '太', 12],
  ['G', 'giga', '吉', 9],
  ['M', 'mega', '兆', 6],
  ['k', 'kilo', '千', 3],
  ['h', 'hecto', '百', 2],
  ['da', 'deca', '十', 1],
  ['d', 'deci', '分', -1],
  ['c', 'centi', '厘', -2],
  ['m', 'milli', '毫', -3],
  ['μ', 'micro', '微', -6],
  ['u', 'micro', '微', -6],
  ['n', 'nano', '纳', -9],
  ['p', 'pico', '皮', -12],
  ['f', 'femto', '飞', -15],
  ['a', 'atto', '阿', -18],
  ['z', 'zepto', '仄', -21],
  ['y', 'yocto', '幺', -24],
  ['r', 'ronto', '柔', -27],
  ['q', 'quecto', '亏', -30],
] as const

type Names = {
  /** Units by a name as it is written. */
  readonly exact: ReadonlyMap<string, readonly Unit[]>
  /** Units by a name in small letters. */
  readonly folded: ReadonlyMap<string, readonly Unit[]>
}
let known: Names | undefined

/** No name of a unit is longer. */
export const MAX_NAME = 40

/** Units that are called so, the likeliest first; if none is, those it may mean with an SI prefix or in other letters, small or capital. */
export function findUnits(name: string): readonly Unit[] {
  known ??= toNames()
  const exact = known.exact.get(name)
  if (exact) return exact
  const prefixed = findPrefixed(name, known)
  return dropDoubles([
    ...prefixed.flatMap(({ unit, isExact }) => (isExact ? [unit] : [])),
    ...(known.folded.get(name.toLowerCase()) ?? []),
    ...prefixed.map(({ unit }) => unit),
  ])
}

const dropDoubles = (units: readonly Unit[]): readonly Unit[] =>
  units.filter(
    (unit, at) => units.findIndex(({ symbol, quantity }) => symbol === unit.symbol && quantity === unit.quantity) === at,
  )

/** Every unit of a quantity, family by family. */
export const listUnits = (quantity: Quantity): Unit[] =>
  Object.entries(quantity.units).flatMap(([system, rows]) => rows.map((row) => toUnit(quantity, system as System, row)))

function findPrefixed(name: string, { folded }: Names): { unit: Unit; isExact: boolean }[] {
  const lower = name.toLowerCase()
  return PREFIXES.flatMap(([symbol, en, zh, power]) =>
    [symbol, en, zh].flatMap((prefix) => {
      if (!lower.startsWith(prefix.toLowerCase())) return []
      const rest = name.slice(prefix.length)
      return (folded.get(rest.toLowerCase()) ?? [])
        .filter(
          (unit) => unit.takesPrefixes && (prefix === symbol) === (toPlainText(unit.symbol).toLowerCase() === rest.toLowerCase()),
        )
        .map((unit) => ({
          unit: withPrefix(unit, { symbol, en, zh, power }),
          isExact: prefix !== symbol || name === prefix + toPlainText(unit.symbol),
        }))
    }),
  )
}

function withPrefix(unit: Unit, { symbol, en, zh, power }: { symbol: string; en: string; zh: string; power: number }): Unit {
  const times = `1e${power}`
  return {
    ...unit,
    symbol: `${symbol === 'u' || symbol === 'μ' ? 'µ' : symbol}${unit.symbol}`,
    name: { en: `${en}${unit.name.en}`, zh: `${zh}${unit.name.zh}` },
    factor: multiply(unit.factor, toFactor(times)),
    product: unit.product === '1' ? times : `${unit.product}*${times}`,
  }
}

function toNames(): Names {
  const exact = new Map<string, Unit[]>()
  const folded = new Map<string, Unit[]>()
  const put = (names: Map<string, Unit[]>, key: string, unit: Unit, isFirst: boolean) => {
    const units = names.get(key)
    if (!units) names.set(key, [unit])
    else if (units.every(({ symbol, quantity }) => symbol !== unit.symbol || quantity !== unit.quantity))
      if (isFirst) units.unshift(unit)
      else units.push(unit)
  }
  for (const quantity of QUANTITIES as readonly Quantity[])
    for (const [system, rows] of Object.entries(quantity.units))
      for (const row of rows) {
        const unit = toUnit(quantity, system as System, row)
        for (const { name, isFirst } of listNames(row, system as System)) {
          put(exact, name, unit, isFirst)
          put(folded, name.toLowerCase(), unit, isFirst)
        }
      }
  return { exact, folded }
}

const LAND = {
  us: ['us ', 'US ', 'U.S. ', '美制', '美'],
  uk: ['imp ', 'imperial ', 'uk ', 'UK ', 'British ', '英制', '英'],
} as const

/** Every way a unit is written. */
function listNames([symbol, en, zh, , , more = '']: Parameters<typeof toUnit>[2], system: System) {
  const given = more.split('|').filter(Boolean)
  const own = [symbol, en, zh, ...given.map((name) => name.replace(/^!/, ''))]
  const first = new Set(given.filter((name) => name.startsWith('!')).map((name) => name.slice(1)))
  const lands = system === 'us' || system === 'uk' ? LAND[system] : []
  const names = [...own, ...lands.flatMap((land) => own.map((name) => land + name))].flatMap(toForms)
  return [...new Set(names)].map((name) => ({ name: toPlainText(name), isFirst: first.has(name) }))
}

/** A name with its plural, its American spelling, short words for square and cubic, and without dots. */
function toForms(name: string): string[] {
  const forms = new Set([name])
  const each = (change: (form: string) => string) => [...forms].forEach((form) => forms.add(change(form)))
  each((form) => form.replace(/metre/, 'meter').replace(/litre/, 'liter'))
  each((form) => form.replace(/^degree /, 'degrees ').replace(/^(\w+?)( per | of |-force| hour)/, '$1s$2'))
  each((form) => (/[a-z]{3}$/.test(form) && !form.endsWith('s') ? `${form}${/(?:ch|x)$/.test(form) ? 'es' : 's'}` : form))
  each((form) => form.replace(/^square /, 'sq ').replace(/^cubic /, 'cu '))
  each((form) => form.replace(/^([a-z]+)²$/i, 'sq $1').replace(/^([a-z]+)³$/i, 'cu $1'))
  each((form) => form.replaceAll('·', ''))
  each((form) => form.replaceAll('·', ' '))
  each((form) => form.replaceAll('·', '-'))
  each((form) => form.replaceAll('·', '*'))
  return [...forms]
}
