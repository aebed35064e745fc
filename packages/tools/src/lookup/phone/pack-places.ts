/** Places by the first seven digits, small enough to be sent: of each segment of three digits all 10,000 that begin so. */
export type PackedPlaces = {
  readonly segments: readonly string[]
  readonly names: readonly string[]
  /** Pairs of characters: number of a name, 0 for none, and how many in a row have it. */
  readonly runs: string
}

export const SEGMENT_SIZE = 10_000
export const FIRST_NAME = 0x100
export const FIRST_LENGTH = 0x20
const LONGEST_RUN = 90

/** Packs places by prefixes of four to seven digits, of which the longest counts; those of fixed lines are left out. */
export function packPlaces(places: Readonly<Record<string, string>>): PackedPlaces {
  const mobile = Object.keys(places).filter((prefix) => /^1[3-9]\d{2,5}$/.test(prefix))
  const segments = [...new Set(mobile.map((prefix) => prefix.slice(0, 3)))].sort()
  const names = [...new Set(mobile.map((prefix) => places[prefix]!))].sort()
  const numbers = new Map(names.map((name, index) => [name, index + 1]))
  const found = segments.flatMap((segment) =>
    Array.from(
      { length: SEGMENT_SIZE },
      (_, index) => numbers.get(findLongest(places, `${+segment * SEGMENT_SIZE + index}`)) ?? 0,
    ),
  )
  return { segments, names, runs: toRuns(found) }
}

/** Never the first three digits alone: as a landline’s they are an area code. */
function findLongest(places: Readonly<Record<string, string>>, digits: string): string {
  for (let length = digits.length; length > 3; length--) {
    const name = places[digits.slice(0, length)]
    if (name !== undefined) return name
  }
  return ''
}

function toRuns(numbers: readonly number[]): string {
  const runs: string[] = []
  for (let from = 0, to = 0; from < numbers.length; from = to) {
    while (to < numbers.length && numbers[to] === numbers[from] && to - from < LONGEST_RUN) to++
    runs.push(String.fromCharCode(FIRST_NAME + numbers[from]!, FIRST_LENGTH + to - from))
  }
  return runs.join('')
}
