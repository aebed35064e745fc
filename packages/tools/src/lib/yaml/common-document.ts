/** Documents as most people write them: mappings and lists in blocks, values on one line, blocks of text, comments on lines of their own. */
export type CommonDocument = {
  /** `---` stands before it. */
  readonly isMarked: boolean
  readonly head: Gap
  readonly root: CommonMap | CommonList
  /** Comments behind the last value. */
  readonly tail: string
}
export type CommonNode = CommonScalar | CommonMap | CommonList
/** What stands before a value: `&anchor` and `!Tag`, without their signs. */
export type Properties = { anchor?: string; tag?: string }
export type CommonScalar = Properties & {
  readonly type: 'plain' | 'single' | 'double' | 'literal' | 'folded' | 'alias'
  /** What it says; of a double-quoted one as it is written, with its quotes; of an alias the anchor. */
  readonly text: string
  readonly chomps?: boolean
  comment?: string
}
export type CommonMap = Properties & {
  readonly type: 'map'
  readonly isFlow: boolean
  readonly pairs: CommonPair[]
  comment?: string
}
export type CommonList = Properties & {
  readonly type: 'list'
  readonly isFlow: boolean
  readonly items: CommonItem[]
  comment?: string
  tail?: string
}
/** `inner` stands between the key and a value in a block, or behind a key without one. */
export type CommonPair = { readonly gap: Gap; readonly key: CommonScalar; readonly inner: Gap; readonly value: CommonNode }
export type CommonItem = { readonly gap: Gap; readonly value: CommonNode }
/** Empty lines and comments before a thing; the comments with their `#` and the line breaks between and behind them. */
export type Gap = { readonly hasSpace: boolean; readonly comment: string }

/** Nothing before a thing. */
export const NO_GAP: Gap = { hasSpace: false, comment: '' }
