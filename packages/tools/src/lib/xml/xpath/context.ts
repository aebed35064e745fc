import type { XPathNode, XPathTree } from './nodes.ts'
import type { Value } from './values.ts'

/** Where an expression is evaluated (XPath 1.0 §1). */
export type Context = {
  readonly node: XPathNode
  readonly place: number
  readonly size: number
  readonly document: XPathTree
  /** What variables and functions beyond XPath's own read; the one who evaluates knows its type. */
  readonly scope?: object | undefined
}

/** A call of a function with the values of its arguments. */
export type Call = { readonly args: readonly Value[]; readonly context: Context; readonly failNodes: () => never }

/** A function beyond XPath's own, with the fewest and the most arguments. */
export type Extension = { readonly arity: readonly [number, number]; readonly apply: (call: Call) => Value }

/** What a host language such as XSLT adds; names are `local` or `{namespace}local`. */
export type Dialect = {
  findVariable(name: string): ((context: Context) => Value) | undefined
  findFunction(name: string): Extension | undefined
}
