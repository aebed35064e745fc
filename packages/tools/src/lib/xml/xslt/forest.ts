import { AppError } from '@octet/core/errors.ts'
import type { IdAttributes } from '../id-attributes.ts'
import {
  ELEMENT,
  findParent,
  NAMESPACE,
  XML,
  type NamespaceNode,
  type TreeElement,
  type XPathNode,
  type XPathTree,
} from '../xpath/nodes.ts'
import { XmlNode } from './tree.ts'

/** Nodes looked at and instructions run; 100 million are some seconds. */
const MAX_STEPS = 100_000_000
/** Nodes made for the result and for variables. */
const MAX_NODES = 3_000_000
/** Characters made for the result and for variables. */
const MAX_LENGTH = 64 * 2 ** 20

/** All trees of one transformation, and what it has used up. */
export class Forest implements XPathTree {
  readonly #namespaces = new Map<TreeElement, NamespaceNode[]>()
  readonly #scopes = new Map<XmlNode, ReadonlyMap<string, string>>()
  readonly ids: IdAttributes
  #steps = 0
  #nodes = 0
  #length = 0

  constructor(ids: IdAttributes = new Map()) {
    this.ids = ids
  }

  sort(nodes: Iterable<XPathNode>): XPathNode[] {
    const list = [...new Set(nodes)]
    const places = list.map((node) => this.#place(node))
    if (places.every((place, index) => index === 0 || places[index - 1]! < place)) return list
    return list.sort((a, b) => this.#place(a) - this.#place(b))
  }

  #place(node: XPathNode): number {
    if (node instanceof XmlNode) return node.order
    const { ownerElement } = node as NamespaceNode
    const all = this.listNamespaces(ownerElement)
    return (ownerElement as XmlNode).order + (all.indexOf(node as NamespaceNode) + 1) / (all.length + 2)
  }

  findRoot(node: XPathNode): XPathNode {
    let top = node
    for (let above = findParent(node); above; above = findParent(above)) top = above
    return top
  }

  listNamespaces(element: TreeElement): readonly NamespaceNode[] {
    const known = this.#namespaces.get(element)
    if (known) return known
    const made = [...this.findScope(element as XmlNode)].map(([nodeName, nodeValue]): NamespaceNode => ({
      nodeType: NAMESPACE,
      nodeName,
      nodeValue,
      ownerElement: element,
    }))
    this.#namespaces.set(element, made)
    return made
  }

  /** The namespaces in scope of an element, by prefix; shared where it declares none itself. */
  findScope(element: XmlNode): ReadonlyMap<string, string> {
    let top = element
    while (!top.declared && top.parentNode?.nodeType === ELEMENT) top = top.parentNode
    const known = this.#scopes.get(top)
    if (known) return known
    const made = toScope(top)
    this.#scopes.set(top, made)
    return made
  }

  spend(steps: number): void {
    this.#steps += steps
    if (this.#steps > MAX_STEPS)
      throw tooLarge({ en: 'The work', zh: '运算量' }, { en: '100 million steps', zh: '1 亿步' }, { en: 'more', zh: '更多' })
  }

  /** Counts a node that is made, with the characters in it. */
  grow(length: number): void {
    this.#length += length
    if (++this.#nodes > MAX_NODES)
      throw tooLarge({ en: 'The result', zh: '结果' }, { en: '3 million nodes', zh: '300 万个节点' }, { en: 'more', zh: '更多' })
    if (this.#length > MAX_LENGTH)
      throw tooLarge({ en: 'The result', zh: '结果' }, { en: '64 Mi characters', zh: '64 Mi 字符' }, { en: 'more', zh: '更多' })
  }
}

function tooLarge(field: { en: string; zh: string }, limit: { en: string; zh: string }, got: { en: string; zh: string }) {
  return new AppError('too_large', { field, limit, got })
}

/** The namespaces in scope of an element, by prefix, `xml` among them. */
export function toScope(element: XmlNode): Map<string, string> {
  const above: XmlNode[] = []
  for (let node: XmlNode | null = element; node?.nodeType === ELEMENT; node = node.parentNode) above.unshift(node)
  const found = new Map([['xml', XML]])
  for (const { declared } of above)
    for (const [prefix, uri] of declared ?? [])
      if (uri === '') found.delete(prefix)
      else found.set(prefix, uri)
  return found
}
