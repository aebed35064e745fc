import { ATTRIBUTE, COMMENT, DOCUMENT, ELEMENT, INSTRUCTION, TEXT, type TreeAttribute, type TreeElement } from '../xpath/nodes.ts'

const NONE: XmlNode[] = []
let made = 0

/** A name with its namespace, as an element or attribute has it. */
export type NodeName = { readonly name: string; readonly uri: string | null }

/** A node of the source, the stylesheet or a result; all kinds in one shape, which engines run fastest. */
export class XmlNode implements TreeElement, TreeAttribute {
  readonly nodeType: number
  readonly nodeName: string
  readonly namespaceURI: string | null
  readonly localName: string
  nodeValue: string | null
  parentNode: XmlNode | null = null
  firstChild: XmlNode | null = null
  lastChild: XmlNode | null = null
  nextSibling: XmlNode | null = null
  previousSibling: XmlNode | null = null
  attributes: XmlNode[] = NONE
  /** Namespaces that the element declares, by prefix. */
  declared: Map<string, string> | undefined
  /** Nodes are made in the order of their document, so that this tells it. */
  readonly order = ++made
  /** Where it begins in its text; of an attribute, where its value does. */
  offset = -1
  /** Text that goes out as it stands. */
  isRaw = false

  constructor(nodeType: number, name: string, value: string | null, uri: string | null = null) {
    this.nodeType = nodeType
    this.nodeName = name
    this.namespaceURI = uri
    this.localName = name.slice(name.indexOf(':') + 1)
    this.nodeValue = value
  }

  get name(): string {
    return this.nodeName
  }

  get value(): string {
    return this.nodeValue ?? ''
  }

  get ownerElement(): XmlNode | null {
    return this.parentNode
  }

  get documentElement(): XmlNode | null {
    return this.children().find(({ nodeType }) => nodeType === ELEMENT) ?? null
  }

  get prefix(): string {
    return this.nodeName.slice(0, Math.max(0, this.nodeName.indexOf(':')))
  }

  get textContent(): string {
    if (this.nodeValue !== null) return this.nodeValue
    const first = this.firstChild
    if (first === null) return ''
    if (first === this.lastChild && first.nodeType === TEXT) return first.nodeValue!
    let text = ''
    let node: XmlNode | null = first
    while (node) {
      if (node.nodeType === TEXT) text += node.nodeValue!
      let next: XmlNode | null = node.firstChild
      for (let from: XmlNode = node; !next && from !== this; from = from.parentNode!) next = from.nextSibling
      node = next
    }
    return text
  }

  getAttribute(name: string): string | null {
    for (const attribute of this.attributes) if (attribute.nodeName === name) return attribute.nodeValue
    return null
  }

  children(): XmlNode[] {
    const found: XmlNode[] = []
    for (let child = this.firstChild; child; child = child.nextSibling) found.push(child)
    return found
  }

  append(child: XmlNode): XmlNode {
    child.parentNode = this
    child.previousSibling = this.lastChild
    if (this.lastChild) this.lastChild.nextSibling = child
    else this.firstChild = child
    return (this.lastChild = child)
  }

  addAttribute(attribute: XmlNode): void {
    attribute.parentNode = this
    if (this.attributes === NONE) this.attributes = []
    const at = this.attributes.findIndex(
      ({ localName, namespaceURI }) => localName === attribute.localName && namespaceURI === attribute.namespaceURI,
    )
    if (at < 0) this.attributes.push(attribute)
    else this.attributes[at] = attribute
  }

  declare(prefix: string, uri: string): void {
    ;(this.declared ??= new Map()).set(prefix, uri)
  }

  remove(): void {
    const { parentNode, previousSibling, nextSibling } = this
    if (previousSibling) previousSibling.nextSibling = nextSibling
    else if (parentNode) parentNode.firstChild = nextSibling
    if (nextSibling) nextSibling.previousSibling = previousSibling
    else if (parentNode) parentNode.lastChild = previousSibling
    this.parentNode = this.previousSibling = this.nextSibling = null
  }
}

export const createDocument = () => new XmlNode(DOCUMENT, '#document', null)
export const createElement = (name: string, uri: string | null) => new XmlNode(ELEMENT, name, null, uri)
export const createAttribute = ({ name, uri }: NodeName, value: string) => new XmlNode(ATTRIBUTE, name, value, uri)
export const createText = (value: string) => new XmlNode(TEXT, '#text', value)
export const createComment = (value: string) => new XmlNode(COMMENT, '#comment', value)
export const createInstruction = (target: string, value: string) => new XmlNode(INSTRUCTION, target, value)
