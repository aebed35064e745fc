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
  const starts = new Map(segments.map((segment, index) => [segment, index * SEGMENT_SIZE]))
  const found = new Uint16Array(segments.length * SEGMENT_SIZE)
  for (const prefix of mobile.sort((one, other) => one.length - other.length)) {
    const start = starts.get(prefix.slice(0, 3))! + Number(prefix.slice(3).padEnd(4, '0'))
    found.fill(numbers.get(places[prefix]!)!, start, start + 10 ** (7 - prefix.length))
  }
  return { segments, names, runs: toRuns(found) }
}

function toRuns(numbers: Uint16Array): string {
  const runs: string[] = []
  for (let from = 0, to = 0; from < numbers.length; from = to) {
    while (to < numbers.length && numbers[to] === numbers[from] && to - from < LONGEST_RUN) to++
    runs.push(String.fromCharCode(FIRST_NAME + numbers[from]!, FIRST_LENGTH + to - from))
  }
  return runs.join('')
}
