import type { Axis } from './ast.ts'
import {
  ATTRIBUTE,
  ELEMENT,
  findParent,
  listAttributes,
  NAMESPACE,
  type TreeElement,
  type TreeNode,
  type XPathNode,
  type XPathTree,
} from './nodes.ts'

/** Axes that go backwards from the context node, so that places count from it (XPath 1.0 §2.4). */
export const REVERSE_AXES: ReadonlySet<Axis> = new Set(['ancestor', 'ancestor-or-self', 'preceding', 'preceding-sibling'])

/** The nodes of each axis, in the order in which places count (§2.2). */
export const WALKS: Readonly<Record<Axis, (node: XPathNode, document: XPathTree) => Iterable<XPathNode>>> = {
  self: (node) => [node],
  child: walkChildren,
  parent: (node) => [findParent(node)].filter((parent) => parent !== null),
  descendant: (node) => walkDown(node, false),
  'descendant-or-self': (node) => walkDown(node, true),
  ancestor: (node) => walkUp(findParent(node)),
  'ancestor-or-self': walkUp,
  attribute: listAttributes,
  namespace: (node, document) => (node.nodeType === ELEMENT ? document.listNamespaces(node as TreeElement) : []),
  'following-sibling': (node) => walkSiblings(node, 'nextSibling'),
  'preceding-sibling': (node) => walkSiblings(node, 'previousSibling'),
  following: walkFollowing,
  preceding: walkPreceding,
}

/** Attributes and namespaces are children of nothing, and have neither children nor siblings. */
function isInTree(node: XPathNode): node is TreeNode {
  return node.nodeType !== ATTRIBUTE && node.nodeType !== NAMESPACE
}

function* walkChildren(node: XPathNode): Generator<TreeNode> {
  if (isInTree(node)) for (let child = node.firstChild; child; child = child.nextSibling) yield child
}

function* walkDown(top: XPathNode, hasSelf: boolean): Generator<XPathNode> {
  if (hasSelf) yield top
  if (!isInTree(top)) return
  let node: TreeNode | null = top.firstChild
  while (node) {
    yield node
    let next: TreeNode | null = node.firstChild
    for (let from: TreeNode | null = node; !next && from && from !== top; from = from.parentNode) next = from.nextSibling
    node = next
  }
}

function* walkUp(node: XPathNode | null): Generator<XPathNode> {
  for (let above = node; above; above = findParent(above)) yield above
}

function* walkSiblings(node: XPathNode, to: 'nextSibling' | 'previousSibling'): Generator<TreeNode> {
  if (isInTree(node)) for (let sibling = node[to]; sibling; sibling = sibling[to]) yield sibling
}

function* walkFollowing(node: XPathNode): Generator<XPathNode> {
  if (!isInTree(node)) yield* walkDown(findParent(node)!, false)
  for (const above of walkUp(isInTree(node) ? node : findParent(node)))
    for (const sibling of walkSiblings(above, 'nextSibling')) yield* walkDown(sibling, true)
}

function* walkPreceding(node: XPathNode): Generator<XPathNode> {
  for (const above of walkUp(isInTree(node) ? node : findParent(node)))
    for (const sibling of walkSiblings(above, 'previousSibling')) yield* walkBackUp(sibling)
}

/** A subtree from its last node to its first. */
function* walkBackUp(top: TreeNode): Generator<TreeNode> {
  for (let child = top.lastChild; child; child = child.previousSibling) yield* walkBackUp(child)
  yield top
}
