import { toPrintable } from './to-printable.ts'

/** Letters of `$9$` by how many that mean nothing follow the first: three, two, one, none. */
const FAMILIES = ['QzF3n6/9CAtpu0O', 'B1IREhcSyrleKvMW8LXx', '7N-dVbwsY2g4oaJZGUDj', 'iHkq.mPf5T'] as const
const LETTERS = FAMILIES.join('')
const PLACES = new Map([...LETTERS].map((letter, at) => [letter, at]))
/** What the steps from one letter to the next count for, for each character in turn. */
const WEIGHTS = [
  [1, 4, 32],
  [1, 16, 32],
  [1, 8, 32],
  [1, 64],
  [1, 32],
  [1, 4, 16, 128],
  [1, 32, 64],
] as const

const countFiller = (letter: string): number => FAMILIES.length - 1 - FAMILIES.findIndex((family) => family.includes(letter))
const getPlace = (letter: string | undefined): number => PLACES.get(letter ?? '') ?? Number.NaN

/** The text behind `$9$` of Junos; undefined if it is none. */
export function readJunos9(value: string): string | undefined {
  const body = value.slice(3)
  if (!value.startsWith('$9$') || ![...body].every((letter) => PLACES.has(letter)) || body === '') return undefined
  let last = body[0]!
  let at = 1 + countFiller(last)
  const bytes: number[] = []
  while (at < body.length) {
    let byte = 0
    for (const weight of WEIGHTS[bytes.length % WEIGHTS.length]!) {
      const letter = body[at++]
      const step = (getPlace(letter) - getPlace(last) + LETTERS.length) % LETTERS.length
      if (!(step > 0)) return undefined // cut off, or no step at all
      byte += (step - 1) * weight
      last = letter!
    }
    bytes.push(byte % 256)
  }
  return toPrintable(Uint8Array.from(bytes))
}

/** Writes `$9$`; `random` are four bytes: the first letter, and those that mean nothing. */
export function writeJunos9(password: string, random: Uint8Array): string {
  const [first = '', ...filler] = [...random].map((byte) => LETTERS[byte % LETTERS.length]!)
  let text = `$9$${first}${filler.slice(0, countFiller(first)).join('')}`
  let last = first
  for (const [index, byte] of new TextEncoder().encode(password).entries()) {
    const weights = WEIGHTS[index % WEIGHTS.length]!
    let rest = byte
    const steps = weights.toReversed().map((weight) => {
      const step = Math.floor(rest / weight)
      rest %= weight
      return step
    })
    for (const step of steps.reverse()) text += last = LETTERS[(getPlace(last) + step + 1) % LETTERS.length]!
  }
  return text
}
