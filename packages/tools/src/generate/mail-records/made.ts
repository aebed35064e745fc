import type { Text } from '@octet/core/text.ts'

/** What a visitor wants made. */
export type Kind = 'all' | 'spf' | 'dkim' | 'dmarc' | 'mta-sts' | 'tls-rpt' | 'bimi' | 'none'

/** One record of DNS. */
export type MadeRecord = {
  /** Its whole name, without the dot at the end. */
  readonly name: string
  readonly type: 'TXT' | 'MX'
  /** Of TXT the text before it is split into strings. */
  readonly value: string
  readonly purpose: Text
  /** The domain of somebody else, whose zone it belongs to. */
  readonly zone?: string
}

/** One piece of a record with what it says. */
export type Part = { readonly record: string; readonly part: string; readonly meaning: Text }

/** What one of the makers gives. */
export type Made = {
  readonly records: readonly MadeRecord[]
  readonly parts: readonly Part[]
  readonly notes: readonly Text[]
}

export const NOTHING: Made = { records: [], parts: [], notes: [] }

/** All of them together, in their order. */
export function joinMade(all: readonly Made[]): Made {
  return {
    records: all.flatMap(({ records }) => records),
    parts: all.flatMap(({ parts }) => parts),
    notes: all.flatMap(({ notes }) => notes),
  }
}
