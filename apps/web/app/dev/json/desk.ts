import type { Envelope } from '@octet/core/envelope.ts'
import type { Lang } from '@octet/core/text.ts'

/** What was made of a document. The texts stay in the worker; the page asks for what it shows. */
export type Summary = {
  readonly sizeBytes: number
  readonly lines: number
  /** Whether the result is JSON, so that a tree can be drawn of it. */
  readonly isTree: boolean
  readonly notes: readonly { readonly line: number; readonly column: number; readonly note: string }[]
}

/** One line of the result; very long ones are cut. */
export type Line = { readonly text: string; readonly chars: number }

/** One node of the tree as a row. */
export type TreeRow = {
  readonly node: number
  readonly depth: number
  /** Key in an object as it is written, or the place in a list; undefined at the top. */
  readonly name: string | number | undefined
  readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'
  /** The value as it is written, cut when long; empty for objects and lists. */
  readonly value: string
  readonly children: number
  readonly chars: number
  readonly isOpen: boolean
}

/** Places of a search; at most {@link MAX_HITS}. */
export type Hits = { readonly places: Int32Array; readonly isCut: boolean }

export const MAX_HITS = 10_000

/** A worker that holds one document with its result and tree. */
export type Desk = {
  /** Runs the JSON tool on a file or text with its options and keeps the result. */
  run(source: Blob | string, input: Readonly<Record<string, unknown>>, lang: Lang): Promise<Envelope<unknown>>
  /** Keeps a text as the result without touching it. */
  load(text: string): void
  lines(from: number, to: number): Line[]
  /** Rows of the result in which a text stands, letter case aside. */
  findLines(query: string): Hits
  /** Reads the result into a tree; the number of rows on show. */
  openTree(syntax: string): number
  treeRows(from: number, to: number): TreeRow[]
  /** Folds or unfolds a node; the number of rows on show. */
  toggle(node: number): number
  setAll(isOpen: boolean): number
  /** Nodes whose key or value holds a text, letter case aside. */
  findNodes(query: string): Hits
  /** Unfolds everything above a node; its row and the number of rows. */
  reveal(node: number): { row: number; rows: number }
  /** Normalised path of a node (RFC 9535 §2.7). */
  path(node: number): string
  /** A node as it is written. */
  value(node: number): string
  blob(): Blob
}
