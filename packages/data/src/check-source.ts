import type { Source } from '@octet/core/source.ts'
import { RefusedDataError } from './fetch-file.ts'
import type { LayerStream } from './layer.ts'
import { isLayerSource } from './read-layers.ts'

/** A source may shrink by this share against its last good files; more is taken for a damaged or cut file. */
const MAX_SHRINK = 0.5

/**
 * Reads fetched files from beginning to end as a build would, and counts their rows.
 *
 * @throws {RefusedDataError} when they cannot be read, or have too few or too many rows
 */
export async function checkFiles(
  source: Source,
  files: readonly string[],
  options: { lastRows: number; signal?: AbortSignal | undefined },
): Promise<number> {
  const rows = await countRows(source, files, options.signal)
  const { minRows, maxRows } = source.bounds
  if (rows < minRows || rows > maxRows) throw new RefusedDataError(`expected ${minRows} to ${maxRows} rows, got ${rows}`)
  const least = Math.ceil(options.lastRows * (1 - MAX_SHRINK))
  if (rows < least)
    throw new RefusedDataError(`expected at least ${least} rows, half of the last ${options.lastRows}, got ${rows}`)
  return rows
}

async function countRows(source: Source, files: readonly string[], signal: AbortSignal | undefined): Promise<number> {
  let rows = 0
  try {
    for await (const row of source.parse(files) as AsyncIterable<unknown>) {
      rows += isLayerSource(source) ? countSteps(row as LayerStream<unknown>) : 1
      if (rows % 100_000 === 0) signal?.throwIfAborted()
      if (rows > source.bounds.maxRows) break
    }
  } catch (cause) {
    signal?.throwIfAborted()
    throw new RefusedDataError(`the file cannot be read: ${(cause as Error).message}`, { cause })
  }
  return rows
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
