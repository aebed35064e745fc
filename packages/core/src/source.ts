import type { Text } from './text.ts'

/** Terms under which a source may be used and passed on. */
export type Licence = {
  /** SPDX id where there is one, e.g. `CC-BY-4.0`. */
  readonly name: string
  readonly url: string
  /** The credit its owner asks for. */
  readonly attribution: Text
  /** Whether databases derived from it may be passed on, also for money. Share-alike sources stay out of the main files. */
  readonly mayRedistribute: boolean
}

/**
 * Files that are fetched. `{YYYY-MM}` in an address stands for this month, `{MONDAY}` for the day of this week’s Monday
 * (YYYYMMDD); where that is not out yet, the last one is fetched.
 */
export type Remote = {
  readonly urls: readonly string[]
  readonly cadence: 'daily' | 'weekly' | 'monthly'
  /** A larger file is refused; 64 MB unless given. */
  readonly maxBytes?: number
}

/** Where the files of a source come from; `newer` of a package are fetched files that replace those of the package. */
export type Origin =
  | { readonly kind: 'npm'; readonly package: string; readonly files: readonly string[]; readonly newer?: Remote }
  | ({
      readonly kind: 'url'
      /** A file that the operator writes, below `<var>/sources/<id>/`; the source is left out while there is none. */
      readonly local?: string
    } & Remote)

/** An address whose answer is known, checked before a build is published. */
export type Golden = { readonly address: string; readonly expect: Readonly<Record<string, unknown>> }

/**
 * A data source: one folder `packages/data/src/sources/<id>/source.ts`. Its rows, attribution, freshness and checks
 * follow from it. `Row` depends on what it provides: see `packages/data`.
 */
export type Source<Kind extends string = string, Row = unknown> = {
  readonly id: string
  readonly title: Text
  readonly homepage: string
  readonly licence: Licence
  readonly origin: Origin
  /** What it feeds: `location`, `country`, `asn`, `flags`, `stations`, `places` … */
  readonly kind: Kind
  /** Higher wins where two layers of the same kind meet. */
  readonly precedence: number
  /** Off unless the operator asks for it (share-alike or unclear terms). */
  readonly isOptional?: boolean
  /** A file with fewer or more rows than this is refused and the last good one kept. */
  readonly bounds: {
    readonly minRows: number
    readonly maxRows: number
    /** A file that is smaller than the last good one by a larger share may be cut: it has to stay so for a week; 0.2 unless given. */
    readonly maxShrink?: number
  }
  readonly golden: readonly Golden[]
  /** Date of the data, YYYY-MM-DD, read from the files; null when they do not say. */
  readDate?(files: readonly string[]): Promise<string | null> | string | null
  /** Streams the rows of the files, in address order where they are ranges. */
  parse(files: readonly string[]): Iterable<Row> | AsyncIterable<Row>
}

/** Declares a data source. */
export function defineSource<const Kind extends string, Row>(source: Source<Kind, Row>): Source<Kind, Row> {
  return source
}
