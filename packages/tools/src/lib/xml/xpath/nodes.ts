import type { IdAttributes } from '../id-attributes.ts'

export const ELEMENT = 1
export const ATTRIBUTE = 2
export const TEXT = 3
export const CDATA = 4
export const INSTRUCTION = 7
export const COMMENT = 8
export const DOCUMENT = 9
/** Not of the DOM: what the namespace axis gives (XPath 1.0 §5.4). */
export const NAMESPACE = 13

export const XMLNS = 'http://www.w3.org/2000/xmlns/'
export const XML = 'http://www.w3.org/XML/1998/namespace'

/** What XPath asks of a node of the document; the DOM has it, and the trees of XSLT. */
export type TreeNode = {
  readonly nodeType: number
  readonly nodeName: string
  readonly nodeValue: string | null
  readonly textContent: string | null
  readonly parentNode: TreeNode | null
  readonly firstChild: TreeNode | null
  readonly lastChild: TreeNode | null
  readonly nextSibling: TreeNode | null
  readonly previousSibling: TreeNode | null
}

export type TreeElement = TreeNode & {
  readonly namespaceURI: string | null
  readonly attributes: Iterable<TreeAttribute>
  getAttribute(name: string): string | null
}

export type TreeAttribute = TreeNode & {
  readonly name: string
  readonly value: string
  readonly namespaceURI: string | null
  readonly ownerElement: TreeElement | null
}

export type TreeDocument = TreeNode & { readonly documentElement: TreeElement | null }

export type NamespaceNode = {
  readonly nodeType: typeof NAMESPACE
  /** The prefix; empty for the namespace without one. */
  readonly nodeName: string
  readonly nodeValue: string
  readonly ownerElement: TreeElement
}

export type XPathNode = TreeNode | NamespaceNode

/** What XPath asks about all nodes together. */
export type XPathTree = {
  /** In the order of the document, each once. */
  sort(nodes: Iterable<XPathNode>): XPathNode[]
  /** The namespaces in scope of an element (§5.4). */
  listNamespaces(element: TreeElement): readonly NamespaceNode[]
  /** The root of the tree that a node is in. */
  findRoot(node: XPathNode): XPathNode
  /** The attributes that the document type declares as ids. */
  readonly ids: IdAttributes
  /** Counts the nodes that are looked at; throws when there are too many. */
  spend?(steps: number): void
}

/** A document as XPath sees it: the order of its nodes, and the namespaces in scope, made when first asked for. */
export class XPathDocument implements XPathTree {
  readonly root: TreeDocument
  readonly ids: IdAttributes
  #order: Map<XPathNode, number> | undefined
  readonly #namespaces = new Map<TreeElement, NamespaceNode[]>()

  constructor(root: TreeDocument, ids: IdAttributes) {
    this.root = root
    this.ids = ids
  }

  findRoot(): XPathNode {
    return this.root
  }

  sort(nodes: Iterable<XPathNode>): XPathNode[] {
    const order = (this.#order ??= this.#number())
    const place = (node: XPathNode): number => order.get(node) ?? this.#placeNamespace(node as NamespaceNode, order)
    return [...new Set(nodes)].sort((a, b) => place(a) - place(b))
  }

  listNamespaces(element: TreeElement): readonly NamespaceNode[] {
    const known = this.#namespaces.get(element)
    if (known) return known
    const found = new Map([['xml', XML]])
    const above: TreeElement[] = []
    for (let node: TreeNode | null = element; node?.nodeType === ELEMENT; node = node.parentNode)
      above.unshift(node as TreeElement)
    for (const each of above)
      for (const { name, value } of each.attributes) {
        const prefix = name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice(6) : undefined
        if (prefix !== undefined) found.set(prefix, value)
      }
    const made = [...found].flatMap(([nodeName, nodeValue]): NamespaceNode[] =>
      nodeValue === '' ? [] : [{ nodeType: NAMESPACE, nodeName, nodeValue, ownerElement: element }],
    )
    this.#namespaces.set(element, made)
    return made
  }

  #number(): Map<XPathNode, number> {
    const order = new Map<XPathNode, number>()
    const visit = (node: TreeNode): void => {
      order.set(node, order.size)
      if (node.nodeType === ELEMENT) for (const attribute of (node as TreeElement).attributes) order.set(attribute, order.size)
      for (let child = node.firstChild; child; child = child.nextSibling) visit(child)
    }
    visit(this.root)
    return order
  }

  /** Between the element and its attributes (§5). */
  #placeNamespace(node: NamespaceNode, order: ReadonlyMap<XPathNode, number>): number {
    const all = this.listNamespaces(node.ownerElement)
    return (order.get(node.ownerElement) ?? 0) + (all.indexOf(node) + 1) / (all.length + 1)
  }
}

/** Attributes that are no declarations of namespaces (§5.3). */
export function listAttributes(node: XPathNode): TreeAttribute[] {
  return node.nodeType === ELEMENT
    ? [...(node as TreeElement).attributes].filter(({ namespaceURI }) => namespaceURI !== XMLNS)
    : []
}

/** Whether a node is text; the DOM keeps CDATA apart, XPath does not know it (§5.7). */
export function isText({ nodeType }: XPathNode): boolean {
  return nodeType === TEXT || nodeType === CDATA
}

/** Whether a node only goes on with the text before it: side by side they are one node (§5.7), which the first stands for. */
export function isContinued(node: XPathNode): boolean {
  const before = isText(node) ? (node as TreeNode).previousSibling : null
  return before !== null && isText(before)
}

/** The string-value of a node (§5). */
export function toStringValue(node: XPathNode): string {
  if (isText(node)) return joinTexts(node as TreeNode)
  if (node.nodeType === ATTRIBUTE) return (node as TreeAttribute).value
  if (node.nodeType === NAMESPACE) return node.nodeValue ?? ''
  return (node as TreeNode).textContent ?? (node.nodeType === DOCUMENT ? collectText(node as TreeDocument) : '')
}

function joinTexts(first: TreeNode): string {
  let text = first.nodeValue ?? ''
  for (let next = first.nextSibling; next && isText(next); next = next.nextSibling) text += next.nodeValue ?? ''
  return text
}

function collectText(document: TreeDocument): string {
  return document.documentElement?.textContent ?? ''
}

/** The parent of a node; that of an attribute or a namespace is its element (§5.3, §5.4). */
export function findParent(node: XPathNode): TreeNode | null {
  if (node.nodeType === ATTRIBUTE || node.nodeType === NAMESPACE) return (node as TreeAttribute | NamespaceNode).ownerElement
  return (node as TreeNode).parentNode
}
