import type { Text } from '@octet/core/text.ts'
import { REGIONS } from './regions.ts'

/** A number of GB 11643: of a citizen, of who lives on the mainland from elsewhere in China, or of a foreign resident. */
export type Citizen = {
  readonly kind: 'citizen' | 'old' | 'residence' | 'foreign'
  readonly problem: Text | undefined
  /** The sign that the number would have to end in. */
  readonly check: string
  readonly region: Text | undefined
  /** Six digits of GB/T 2260; undefined in numbers that tell no county. */
  readonly code: string | undefined
  /** Year, month and day. */
  readonly birth: string | undefined
  readonly age: number | undefined
  readonly isMale: boolean
  /** With 18 signs. */
  readonly full: string
}

const FULL = /^\d{17}[\dX]$/
const OLD = /^\d{15}$/

/** Undefined for what has another form; a number that is wrong says why. */
export function readCitizen(number: string, today: Date): Citizen | undefined {
  const isOld = OLD.test(number)
  if (!isOld && !FULL.test(number)) return undefined
  // Those of 15 digits were given to people born before 2000.
  const body = isOld ? `${number.slice(0, 6)}19${number.slice(6)}` : number.slice(0, 17)
  const check = toCheckSign(body)
  const isForeign = !isOld && body.startsWith('9')
  const region = REGIONS.get(isForeign ? body.slice(1, 3) : body.slice(0, 2))
  const birth = findDay(body.slice(6, 14))
  const kind = isForeign ? 'foreign' : isOld ? 'old' : /^8[123]/.test(body) ? 'residence' : 'citizen'
  return {
    kind,
    problem: findProblem({ region, birth, today, check, last: isOld ? check : number[17]!, day: body.slice(6, 14) }),
    check,
    region,
    code: isForeign ? undefined : body.slice(0, 6),
    birth: birth && toIso(birth),
    age: birth && birth <= today ? toAge(birth, today) : undefined,
    isMale: Number(body[16]) % 2 === 1,
    full: body + check,
  }
}

/** ISO 7064 MOD 11-2. */
export function toCheckSign(body: string): string {
  let rest = 0
  for (const digit of body) rest = ((rest + Number(digit)) * 2) % 11
  return '10X98765432'[rest]!
}

type Checked = Pick<Citizen, 'region' | 'check'> & {
  readonly birth: Date | undefined
  readonly today: Date
  readonly last: string
  readonly day: string
}

function findProblem({ region, birth, today, check, last, day }: Checked): Text | undefined {
  if (!region) return { en: 'no region has this number', zh: '地区代码不存在' }
  if (!birth) return { en: `there is no date ${day}`, zh: `不存在的出生日期 ${day}` }
  if (birth > today) return { en: `the date of birth ${toIso(birth)} is in the future`, zh: `出生日期 ${toIso(birth)} 尚未到来` }
  if (last === check) return undefined
  return { en: `it should end in ${check}, not ${last}`, zh: `校验码应为 ${check}，而不是 ${last}` }
}

function findDay(digits: string): Date | undefined {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1800 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : undefined
}

const toIso = (date: Date): string => date.toISOString().slice(0, 10)

function toAge(birth: Date, today: Date): number {
  const years = today.getUTCFullYear() - birth.getUTCFullYear()
  return toIso(today).slice(5) < toIso(birth).slice(5) ? years - 1 : years
}
