import type { IpVersion } from '@octet/core/ip/address.ts'
import type { Source } from '@octet/core/source.ts'
import { RefusedDataError } from './fetch-file.ts'
import type { LayerStream } from './layer.ts'
import { isLayerSource } from './read-layers.ts'

/** A list cut in its middle looks like a good one: shrinking by more than this share at once is not believed at first. */
const MAX_SHRINK = 0.2
/** Nor is it ever when less than this share is left. */
const MIN_LEFT = 0.5
/** Short lists move by some rows. */
const FREE_ROWS = 10

/** Rows in all, and of each family where a source has ranges. */
export type RowCounts = { readonly rows: number; readonly families: Readonly<Record<IpVersion, number>> }

/** A file that is well but for its size: smaller than the last good one by more than is usual, but not by half. */
export class ShrunkError extends RefusedDataError {}

export type CheckOptions = {
  /** Of the last good files. */
  readonly last?: RowCounts | undefined
  /** The source has been so small for long: only half is too little. */
  readonly isPatient?: boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads fetched files from beginning to end as a build would, and counts their rows.
 *
 * @throws {RefusedDataError} when they cannot be read, or have too few or too many rows
 */
export async function checkFiles(source: Source, files: readonly string[], options: CheckOptions): Promise<RowCounts> {
  const counts = await countRows(source, files, options.signal)
  const { rows, families } = counts
  const { minRows, maxRows, maxShrink = MAX_SHRINK } = source.bounds
  if (rows < minRows || rows > maxRows) throw new RefusedDataError(`expected ${minRows} to ${maxRows} rows, got ${rows}`)
  const { last, isPatient = false } = options
  if (last) {
    const share = isPatient ? MIN_LEFT : Math.max(MIN_LEFT, 1 - maxShrink)
    refuseShrunk(rows, last.rows, share, 'rows')
    // Of two files one may be cut, and the smaller one hardly counts in the sum.
    for (const family of [4, 6] as const) refuseShrunk(families[family], last.families[family], share, `rows of IPv${family}`)
  }
  return counts
}

function refuseShrunk(rows: number, last: number, share: number, what: string): void {
  const least = Math.ceil(last * MIN_LEFT)
  if (rows < least) throw new RefusedDataError(`expected at least ${least} ${what}, half of the last ${last}, got ${rows}`)
  const usual = Math.min(Math.ceil(last * share), last - FREE_ROWS)
  if (rows < usual)
    throw new ShrunkError(
      `expected at least ${usual} ${what} after the last ${last}, got ${rows}: cut, unless it stays so for a week`,
    )
}

async function countRows(source: Source, files: readonly string[], signal: AbortSignal | undefined): Promise<RowCounts> {
  let rows = 0
  const families = { 4: 0, 6: 0 }
  try {
    for await (const row of source.parse(files) as AsyncIterable<unknown>) {
      if (isLayerSource(source)) {
        const stream = row as LayerStream<unknown>
        const steps = countSteps(stream)
        families[stream.version] += steps
        rows += steps
      } else rows++
      if (rows % 100_000 === 0) signal?.throwIfAborted()
      if (rows > source.bounds.maxRows) break
    }
  } catch (cause) {
    signal?.throwIfAborted()
    throw new RefusedDataError(`the file cannot be read: ${(cause as Error).message}`, { cause })
  }
  return { rows, families }
}

/** Walks a stream to its end; each value is described once, since damage may show only there. */
function countSteps(stream: LayerStream<unknown>): number {
  const boundary = new Uint32Array(4)
  let described = 0
  while (stream.next(boundary, 0)) {
    if (stream.value <= described) continue
    described = stream.value
    stream.describe(stream.value)
  }
  return stream.rows
}
