/**
 * One step of writing a statement. Words carry their text as it is shown.
 * `tight`: no space behind it; `dense`: none before it either; `colon`: only before it.
 */
export type Step =
  | Worded
  | {
      readonly kind:
        | 'comma'
        | 'semicolon'
        | 'betweenEnd'
        | 'limitBody'
        | 'limitComma'
        | 'limitEnd'
        | 'caseBody'
        | 'caseLine'
        | 'caseEnd'
    }
  | { readonly kind: 'clause'; readonly text: string; readonly isOneLine: boolean }
  | { readonly kind: 'clauseEnd'; readonly isOneLine: boolean }
  | { readonly kind: 'lineComment'; readonly text: string; readonly isOwnLine: boolean }
  | {
      readonly kind: 'blockComment'
      readonly text: string
      readonly isStandalone: boolean
      readonly isVerbatim: boolean
      /** How far in its line it began; without end behind something else. */
      readonly column: number
    }
  | Opening
  | { readonly kind: 'close'; readonly text: string }

/** A bracket; once it is closed, itself and all up to its end on one line, if that fits. */
export type Opening = {
  readonly kind: 'open'
  readonly text: string
  inLine: { readonly text: string; readonly end: number } | undefined
}

export type Worded = {
  readonly kind: 'word' | 'tight' | 'dense' | 'colon' | 'betweenAnd' | 'logic' | 'join' | 'setOperation' | 'limit'
  readonly text: string
}
