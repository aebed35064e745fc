import { RegExpParser, RegExpSyntaxError, visitRegExpAST, type AST } from '@eslint-community/regexpp'
import type { Text } from '@octet/core/text.ts'
import { translateRe2, type FlagChange } from './re2-syntax.ts'

export type PatternFlags = {
  readonly ignoreCase: boolean
  readonly multiline: boolean
  readonly dotAll: boolean
  readonly unicode: boolean
  /** The set notation of `v`, which takes the place of `u`. */
  readonly sets: boolean
}
export type ParsedPattern = {
  readonly tree: AST.Pattern
  /** Place in the pattern of a place in the tree. */
  readonly toPlace: (at: number) => number
  /** What a node means that is no part of JavaScript's grammar, by its place in the tree. */
  readonly meanings: ReadonlyMap<number, Text>
  /** Flags that RE2 changes from a place of the tree on. */
  readonly changes: ReadonlyMap<number, FlagChange>
}

const parser = new RegExpParser({ ecmaVersion: 2025 })
const parse = (text: string, flags: { unicode: boolean; unicodeSets: boolean }) =>
  parser.parsePattern(text, 0, text.length, flags)

/** Reads a pattern of JavaScript. Throws `RegExpSyntaxError`. */
export function parseJavaScript(pattern: string, { unicode, sets }: Pick<PatternFlags, 'unicode' | 'sets'>): ParsedPattern {
  return {
    tree: parse(pattern, { unicode: unicode && !sets, unicodeSets: sets }),
    toPlace: (at) => at,
    meanings: new Map(),
    changes: new Map(),
  }
}

/** Reads a pattern that RE2 has accepted. Throws `RegExpSyntaxError` for what is told neither by JavaScript's grammar nor by ours. */
export function parseRe2(pattern: string): ParsedPattern {
  const { text, places, meanings, changes } = translateRe2(pattern)
  const tree = parse(text, { unicode: false, unicodeSets: false })
  return { tree, toPlace: (at) => places[at] ?? pattern.length, meanings, changes }
}

/** Where the grammar of JavaScript ends to fit: the last character that was read; undefined if it fits. */
export function findSyntaxError(pattern: string, flags: Pick<PatternFlags, 'unicode' | 'sets'>): number | undefined {
  try {
    parseJavaScript(pattern, flags)
    return undefined
  } catch (error) {
    if (!(error instanceof RegExpSyntaxError)) throw error
    return Math.max(0, error.index - 1)
  }
}

/** Capturing groups in order: their names, or their numbers. */
export function listGroups(tree: AST.Pattern): string[] {
  const names: string[] = []
  const visit = (node: AST.Node): void => {
    if (node.type === 'CapturingGroup') names.push(node.name ?? String(names.length + 1))
    if (node.type === 'Quantifier') visit(node.element)
    else if (node.type === 'Alternative') node.elements.forEach(visit)
    else if ('alternatives' in node && node.type !== 'ClassStringDisjunction') node.alternatives.forEach(visit)
  }
  visit(tree)
  return names
}

/** Whether a pattern of JavaScript asks for what Python’s own `re` lacks: properties, and look-behind of no fixed width. */
export function needsRegexModule({ pattern, unicode }: Pick<PatternFlags, 'unicode'> & { readonly pattern: string }): boolean {
  const { tree } = parseJavaScript(pattern, { unicode, sets: false })
  let [needs, behind] = [false, 0]
  const isLoose = ({ alternatives }: { readonly alternatives: readonly unknown[] }) => behind > 0 && alternatives.length > 1
  visitRegExpAST(tree, {
    onCharacterSetEnter: (node) => void (needs ||= node.kind === 'property'),
    onAssertionEnter(node) {
      if (node.kind !== 'lookbehind') return
      behind++
      needs ||= isLoose(node)
    },
    onAssertionLeave: ({ kind }) => void (behind -= kind === 'lookbehind' ? 1 : 0),
    onQuantifierEnter: ({ min, max }) => void (needs ||= behind > 0 && min !== max),
    onGroupEnter: (node) => void (needs ||= isLoose(node)),
    onCapturingGroupEnter: (node) => void (needs ||= isLoose(node)),
  })
  return needs
}
