import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { IpVersion } from '@octet/core/ip/address.ts'
import type { UsedSource } from '@octet/ipdb/manifest.ts'
import type { Source } from '@octet/core/source.ts'
import { findVersion } from './find-sources.ts'
import type { AnyLayerSource, LayerKind } from './layer.ts'
import type { Layer } from './merge/decide.ts'

/** A source with its files, ready to be read. */
export type ReadySource = { readonly source: Source; readonly files: readonly string[]; readonly date: string | null }

const KINDS: ReadonlySet<string> = new Set<LayerKind>(['location', 'country', 'registration', 'national', 'asn', 'flags'])

/** Whether a source gives ranges for the table. */
export function isLayerSource(source: Source): source is AnyLayerSource & Source {
  return KINDS.has(source.kind)
}

/** The range streams of all sources, taken family by family, and how many rows each has given. */
export class LayerQueue {
  readonly #sources: readonly ReadySource[]
  readonly #iterators: readonly AsyncIterator<Layer['stream']>[]
  readonly #waiting: (Layer['stream'] | undefined)[]
  readonly #rows: number[]

  /** Sources in order of precedence, the highest first; others than layers are passed over. */
  constructor(sources: readonly ReadySource[]) {
    this.#sources = sources
    this.#iterators = sources.map(({ source, files }) => iterate(source as unknown as AnyLayerSource, files))
    this.#waiting = sources.map(() => undefined)
    this.#rows = sources.map(() => 0)
  }

  /** The layers of a family; sources without it are left out. Numbers of sources are those of the list given. */
  async take(version: IpVersion, onSource?: (source: Source) => void): Promise<Layer[]> {
    const layers: Layer[] = []
    for (const [at, { source }] of this.#sources.entries()) {
      if (!isLayerSource(source)) continue
      onSource?.(source)
      const stream = await this.#next(at)
      if (stream?.version !== version) continue
      this.#waiting[at] = undefined
      layers.push({ kind: source.kind, source: at, stream } as Layer)
    }
    return layers.sort((a, b) => this.#precedence(b) - this.#precedence(a))
  }

  /** Notes how many rows the layers of a family had; they can be dropped then. */
  finish(layers: readonly Layer[]): void {
    for (const { source, stream } of layers) this.#rows[source]! += stream.rows
  }

  /** Rows a source has given in the families that are finished. */
  rowsOf(at: number): number {
    return this.#rows[at]!
  }

  #precedence(layer: Layer): number {
    return this.#sources[layer.source]!.source.precedence
  }

  async #next(at: number): Promise<Layer['stream'] | undefined> {
    const waiting = this.#waiting[at]
    if (waiting) return waiting
    const { done, value } = await this.#iterators[at]!.next()
    return done ? undefined : (this.#waiting[at] = value)
  }
}

async function* iterate(source: AnyLayerSource, files: readonly string[]): AsyncGenerator<Layer['stream']> {
  yield* naming(source.id, () => source.parse(files) as AsyncIterable<Layer['stream']>)
}

/**
 * What a source gives; an error in its files says whose they are.
 *
 * @throws with the id of the source before what is wrong
 */
export async function* naming<Row>(id: string, parse: () => AsyncIterable<Row>): AsyncGenerator<Row> {
  try {
    yield* parse()
  } catch (cause) {
    throw new Error(`source ${id}: ${(cause as Error).message}`, { cause })
  }
}

/**
 * What the manifest says about a source that was used.
 *
 * @throws when it gave fewer or more rows than its bounds allow: a damaged or foreign file
 */
export async function toUsedSource({ source, files, date }: ReadySource, rows: number): Promise<UsedSource> {
  const { minRows, maxRows } = source.bounds
  if (rows < minRows || rows > maxRows)
    throw new Error(`source ${source.id}: expected ${minRows}–${maxRows} rows, got ${rows}; nothing was published`)
  const sums = await Promise.all(files.map(async (file) => [basename(file), await hashFile(file)] as const))
  const { id, title, homepage, licence } = source
  const version = await findVersion(source, files)
  const of = version === undefined ? {} : { version }
  return { id, title, homepage, licence: { ...licence }, date, ...of, rows, sha256: Object.fromEntries(sums) }
}

const CHUNK_BYTES = 1 << 20

/** SHA-256 of a file in hexadecimal, read piece by piece. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  await using file = await open(path)
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES)
    if (bytesRead === 0) return hash.digest('hex')
    hash.update(chunk.subarray(0, bytesRead))
  }
}
