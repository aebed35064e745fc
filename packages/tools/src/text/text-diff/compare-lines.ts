import { findShortestEdit, toNumbers, type Run } from './shortest-edit.ts'

/** Lines in a row that were kept, taken away or put in; each with its line break. */
export type LineChange = { readonly change: Run['change']; readonly lines: readonly string[] }
export type LineOptions = {
  readonly ignoreSpace: boolean
  readonly ignoreAllSpace?: boolean
  readonly ignoreCase: boolean
}

/** The lines of a text, each with its line break; the last one may have none. */
function toLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/**
 * The shortest way from one text to the other, line by line; nothing where it costs too much. A line that the other side has not
 * is taken away or put in whatever happens, so it is set aside: what is left is often soon compared.
 */
export function compareLines(left: string, right: string, options: LineOptions): LineChange[] | undefined {
  const [before, after] = [readSide(left, options), readSide(right, options)]
  const [shared, others] = [listShared(before, after), listShared(after, before)]
  const keysOf = (side: Side, places: readonly number[]) => places.map((place) => side.keys[place]!)
  const runs = findShortestEdit(...toNumbers(keysOf(before, shared), keysOf(after, others)))
  if (!runs) return undefined
  const pairs: (readonly [number, number])[] = []
  let [at, to] = [0, 0]
  for (const { change, count } of runs) {
    if (change === 'same') for (let i = 0; i < count; i++) pairs.push([shared[at + i]!, others[to + i]!])
    if (change !== 'added') at += count
    if (change !== 'removed') to += count
  }
  return toChanges(before.lines, after.lines, pairs)
}

type Side = { readonly lines: readonly string[]; readonly keys: readonly string[] }

/** The lines of a side, and each as it is compared. */
function readSide(text: string, { ignoreSpace, ignoreAllSpace, ignoreCase }: LineOptions): Side {
  const lines = toLines(text)
  const toKey = ignoreAllSpace ? (line: string) => line.replaceAll(/\s+/g, '') : (line: string) => line.trim()
  const spaced = ignoreSpace || ignoreAllSpace ? lines.map(toKey) : lines
  return { lines, keys: ignoreCase ? spaced.map((line) => line.toLowerCase()) : spaced }
}

/** Places of the lines that the other side has, too. */
function listShared({ keys }: Side, other: Side): number[] {
  const known = new Set(other.keys)
  return keys.flatMap((key, place) => (known.has(key) ? place : []))
}

/** Pairs of places of equal lines, in order, and between them what went and what came. Equal lines are shown as the second text has them. */
function toChanges(
  before: readonly string[],
  after: readonly string[],
  pairs: readonly (readonly [number, number])[],
): LineChange[] {
  const changes: { change: LineChange['change']; lines: string[] }[] = []
  const put = (change: LineChange['change'], lines: readonly string[]) => {
    if (lines.length === 0) return
    const last = changes.at(-1)
    if (last?.change === change) for (const line of lines) last.lines.push(line)
    else changes.push({ change, lines: [...lines] })
  }
  let [at, to] = [0, 0]
  for (const [place, other] of [...pairs, [before.length, after.length] as const]) {
    put('removed', before.slice(at, place))
    put('added', after.slice(to, other))
    put('same', after.slice(other, other + 1))
    ;[at, to] = [place + 1, other + 1]
  }
  return changes
}
