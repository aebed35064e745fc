import { WALKS } from '../xpath/axes.ts'
import { ELEMENT, findParent, type TreeElement, type XPathNode } from '../xpath/nodes.ts'
import type { Frame } from './frame.ts'
import type { Pattern } from './pattern.ts'

export type Counting = {
  readonly level: 'single' | 'multiple' | 'any'
  readonly count: readonly Pattern[] | undefined
  readonly from: readonly Pattern[] | undefined
}

/** The numbers of a node among those that count (XSLT 1.0 §7.7). */
export function countNode(node: XPathNode, { level, count, from }: Counting, frame: Frame): number[] {
  const fits = (patterns: readonly Pattern[], each: XPathNode) => patterns.some((pattern) => pattern.matches(each, frame))
  const counts = count ? (each: XPathNode) => fits(count, each) : isLike(node)
  const begins = (each: XPathNode) => from !== undefined && fits(from, each)
  if (level === 'any') return countAny(node, counts, begins, frame)
  const above: XPathNode[] = []
  for (let each: XPathNode | null = node; each; each = findParent(each)) {
    if (each !== node && begins(each)) break
    if (!counts(each)) continue
    above.unshift(each)
    if (level === 'single') break
  }
  return above.map((each) => {
    let place = 1
    for (const before of WALKS['preceding-sibling'](each, frame.document)) if (counts(before)) place++
    frame.document.spend(place)
    return place
  })
}

function countAny(
  node: XPathNode,
  counts: (each: XPathNode) => boolean,
  begins: (each: XPathNode) => boolean,
  frame: Frame,
): number[] {
  let place = 0
  for (const each of walkBack(node, frame)) {
    frame.document.spend(1)
    if (counts(each)) place++
    if (each !== node && begins(each)) break
  }
  return [place]
}

/** A node and what begins before it, back to the root. */
function* walkBack(node: XPathNode, { document }: Frame): Generator<XPathNode> {
  yield node
  for (let each: XPathNode = node; ;) {
    for (const sibling of WALKS['preceding-sibling'](each, document))
      yield* [...WALKS['descendant-or-self'](sibling, document)].toReversed()
    const parent = findParent(each)
    if (!parent) return
    yield parent
    each = parent
  }
}

/** Nodes of the same type and name. */
function isLike(node: XPathNode): (each: XPathNode) => boolean {
  const toKey = (each: XPathNode) =>
    each.nodeType === ELEMENT ? `${(each as TreeElement).namespaceURI ?? ''} ${each.nodeName.replace(/^.*:/, '')}` : each.nodeName
  const key = toKey(node)
  return (each) => each.nodeType === node.nodeType && toKey(each) === key
}
