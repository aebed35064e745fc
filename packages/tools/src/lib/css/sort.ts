import type { ChildNode, Container, Declaration } from 'postcss'

/** Longer runs stay as they are, since every two of their declarations are compared. */
const MAX_RUN = 1000

/**
 * Sorts the declarations of every block by the names of their properties, without vendor prefixes. Two that may overrule
 * each other (the same property, a shorthand and a part of it, logical and physical sides) keep their order, so that
 * nothing looks different. Comments and nested rules stay where they are; declarations do not pass them.
 */
export function sortDeclarations(container: Container): void {
  const sorted: ChildNode[] = []
  let run: Declaration[] = []
  const endRun = (): void => {
    for (const node of sortRun(run)) sorted.push(node)
    run = []
  }
  for (const node of container.nodes ?? []) {
    if (node.type === 'decl') run.push(node)
    else {
      endRun()
      sorted.push(node)
      if ('nodes' in node && node.nodes) sortDeclarations(node)
    }
  }
  endRun()
  if (container.nodes) container.nodes = sorted
}

/** Again and again the first by name of those that nothing left over must precede. */
function sortRun(run: readonly Declaration[]): readonly Declaration[] {
  if (run.length > MAX_RUN) return run
  const waiting = run.map((node) => ({ node, name: toPlainName(node.prop) }))
  const sorted: Declaration[] = []
  while (waiting.length > 0) {
    let best = 0
    for (let at = 1; at < waiting.length; at++) {
      const { name } = waiting[at]!
      if (name >= waiting[best]!.name) continue
      if (!waiting.slice(0, at).some((earlier) => mayOverrule(earlier.name, name))) best = at
    }
    sorted.push(waiting.splice(best, 1)[0]!.node)
  }
  return sorted
}

/** Names of variables tell capitals apart; those of properties do not, and some have a vendor before them. */
function toPlainName(property: string): string {
  return property.startsWith('--') ? property : property.toLowerCase().replace(/^-[a-z]+-/, '')
}

/** Properties of which the first kind sets the second, besides `name` and `name-…`. */
const FAMILIES: readonly (readonly [RegExp, RegExp])[] = [
  [/^border/, /^border/],
  [/^grid/, /^grid/],
  [/^font/, /^line-height$/],
  [/^inset/, /^(?:top|right|bottom|left|inset)/],
  [/^(?:min-|max-)?(?:inline|block)-size$/, /(?:width|height|-size)$/],
  [/^place-/, /^(?:align|justify)-/],
  [/gap$/, /gap$/],
  [/^flex-flow$/, /^flex-/],
  [/^columns$/, /^column-/],
  [/^white-space/, /^text-wrap/],
  [/^(?:word|overflow)-wrap$/, /^(?:word|overflow)-wrap$/],
  [/^page-break-/, /^break-/],
  [/^contain-intrinsic-/, /^contain-intrinsic-/],
  [/^animation/, /^animation/],
  [/^mask/, /^mask/],
]
const LOGICAL = /-(?:inline|block|start|end)\b/

/** Whether two properties may set the same thing, so that the later one counts (CSS Cascade 5 §6.1). */
function mayOverrule(one: string, other: string): boolean {
  if (one.startsWith('--') || other.startsWith('--')) return one === other
  if (one === other || one === 'all' || other === 'all') return true
  if (one.startsWith(`${other}-`) || other.startsWith(`${one}-`)) return true
  const isOneSide = one.split('-')[0] === other.split('-')[0] && (LOGICAL.test(one) || LOGICAL.test(other))
  return (
    isOneSide || FAMILIES.some(([wide, part]) => (wide.test(one) && part.test(other)) || (wide.test(other) && part.test(one)))
  )
}
