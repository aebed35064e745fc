import type { Ipdb } from '../ipdb.ts'
import { spellV4, spellV6 } from '../spelling.ts'
import type { Cell } from '../write/product.ts'
import { DIFF_FIELDS, RecordCells } from './record-cells.ts'
import { toSegments, type Segment } from './segments.ts'

/** One field of a range before and after; null where nothing was or is known. */
export type FieldChange = { readonly field: string; readonly before: Cell; readonly after: Cell }

/** A range that two builds answer differently for. `added`: nothing was known of it before; `removed`: nothing is any more. */
export type Change = {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly version: 4 | 6
  readonly start: string
  readonly end: string
  readonly fields: readonly FieldChange[]
  /** Addresses of IPv4, networks of 64 bits of IPv6 (a part of one counts as such a part). */
  readonly size: number
}

export type DiffOptions = {
  /** Only these of DIFF_FIELDS; all unless given. */
  readonly fields?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

const SIGNAL_EVERY = 65_536

/**
 * What has changed from one build to another, in address order, neighbours with the same change joined. Memory: the two
 * databases and one number per record of the first, however much has changed.
 */
export function* diffBuilds(before: Ipdb, after: Ipdb, options: DiffOptions = {}): Generator<Change> {
  const compare = createCompare(before, after, options)
  let open: OpenChange | undefined
  let seen = 0
  for (const segment of toSegments(before, after)) {
    if (++seen % SIGNAL_EVERY === 0) options.signal?.throwIfAborted()
    const fields = compare(segment.before, segment.after)
    if (open && fields && open.version === segment.version && open.touches(segment) && isSame(open.fields, fields)) {
      open.extend(segment)
      continue
    }
    if (open) yield open.toChange()
    open = fields && new OpenChange(segment, fields)
  }
  if (open) yield open.toChange()
}

type Compared = { readonly kind: Change['kind']; readonly fields: readonly FieldChange[] }

/** Compares records; of each record of the first build the last partner that was equal is remembered. */
function createCompare(before: Ipdb, after: Ipdb, { fields }: DiffOptions): (a: number, b: number) => Compared | undefined {
  const [cellsA, cellsB] = [new RecordCells(before), new RecordCells(after)]
  const wanted = DIFF_FIELDS.flatMap((name, at) => (fields && !fields.includes(name) ? [] : [at]))
  const equal = new Int32Array(before.reader.resolver.recordCount).fill(-1)
  let last: { a: number; b: number; compared: Compared | undefined } | undefined
  return (a, b) => {
    if (equal[a] === b) return undefined
    if (last?.a === a && last.b === b) return last.compared
    const compared = compareCells(cellsA.read(a), cellsB.read(b), wanted)
    if (!compared) equal[a] = b
    last = { a, b, compared }
    return compared
  }
}

function compareCells(a: readonly Cell[], b: readonly Cell[], wanted: readonly number[]): Compared | undefined {
  const fields = wanted.flatMap((at) =>
    a[at] === b[at] ? [] : [{ field: DIFF_FIELDS[at]!, before: a[at] ?? null, after: b[at] ?? null }],
  )
  if (fields.length === 0) return undefined
  const isEmpty = (cells: readonly Cell[]) => cells.every((cell) => cell === null)
  return { kind: isEmpty(a) ? 'added' : isEmpty(b) ? 'removed' : 'changed', fields }
}

function isSame(a: Compared, b: Compared): boolean {
  if (a === b) return true
  return (
    a.kind === b.kind &&
    a.fields.length === b.fields.length &&
    a.fields.every(({ field, before, after }, at) => {
      const other = b.fields[at]!
      return other.field === field && other.before === before && other.after === after
    })
  )
}

/** A change whose end is not known yet. */
class OpenChange {
  readonly version: 4 | 6
  readonly fields: Compared
  readonly #first: Uint32Array
  readonly #last: Uint32Array

  constructor({ version, first, last }: Segment, fields: Compared) {
    this.version = version
    this.fields = fields
    this.#first = first.slice()
    this.#last = last.slice()
  }

  /** Segments follow each other without gaps; a change ends where a segment has none, so this is where it began or grew. */
  touches({ first }: Segment): boolean {
    for (let word = 3; word >= 0; word--) {
      if (this.#last[word] !== 0xffff_ffff) {
        if (first[word] !== this.#last[word]! + 1) return false
        return first.every((value, at) => at >= word || value === this.#last[at])
      }
      if (first[word] !== 0) return false
    }
    return false
  }

  extend({ last }: Segment): void {
    this.#last.set(last)
  }

  toChange(): Change {
    const { version, fields } = this
    const spell = (words: Uint32Array) => (version === 4 ? spellV4(words[3]!) : spellV6(words))
    return {
      kind: fields.kind,
      version,
      start: spell(this.#first),
      end: spell(this.#last),
      fields: fields.fields,
      size: version === 4 ? this.#last[3]! - this.#first[3]! + 1 : countNetworks64(this.#first, this.#last),
    }
  }
}

function countNetworks64(first: Uint32Array, last: Uint32Array): number {
  const toNumber = (words: Uint32Array) => words[0]! * 2 ** 32 + words[1]! + words[2]! * 2 ** -32 + words[3]! * 2 ** -64
  return toNumber(last) - toNumber(first) + 2 ** -64
}
