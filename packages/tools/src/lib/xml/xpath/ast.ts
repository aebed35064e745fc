import type { Call, Context } from './context.ts'
import type { Value } from './values.ts'

export const AXES = [
  'ancestor',
  'ancestor-or-self',
  'attribute',
  'child',
  'descendant',
  'descendant-or-self',
  'following',
  'following-sibling',
  'namespace',
  'parent',
  'preceding',
  'preceding-sibling',
  'self',
] as const
export type Axis = (typeof AXES)[number]

/** Which nodes of an axis are meant. `uri` undefined means any namespace, `local` undefined any name. */
export type NodeTest =
  | { readonly kind: 'node' | 'text' | 'comment' }
  | { readonly kind: 'instruction'; readonly target: string | undefined }
  | { readonly kind: 'name'; readonly uri: string | null | undefined; readonly local: string | undefined }

export type Step = { readonly axis: Axis; readonly test: NodeTest; readonly predicates: readonly Expression[] }

export type Operator = 'or' | 'and' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | 'div' | 'mod' | '|'

export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'negate'; readonly of: Expression }
  | { readonly kind: 'binary'; readonly operator: Operator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[]; readonly offset: number }
  /** A variable or a function of the host language. */
  | { readonly kind: 'variable'; readonly read: (context: Context) => Value }
  | {
      readonly kind: 'extension'
      readonly apply: (call: Call) => Value
      readonly args: readonly Expression[]
      readonly offset: number
    }
  /** An expression whose nodes pass the predicates, in the order of the document. */
  | { readonly kind: 'filter'; readonly of: Expression; readonly predicates: readonly Expression[]; readonly offset: number }
  | {
      readonly kind: 'path'
      /** Where it begins: the document, the context node, or the nodes of an expression. */
      readonly from: 'root' | 'context' | Expression
      readonly steps: readonly Step[]
      readonly offset: number
    }
