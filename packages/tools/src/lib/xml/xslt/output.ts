import {
  ATTRIBUTE,
  COMMENT,
  DOCUMENT,
  ELEMENT,
  INSTRUCTION,
  NAMESPACE,
  TEXT,
  type NamespaceNode,
  type XPathNode,
} from '../xpath/nodes.ts'
import type { Forest } from './forest.ts'
import {
  createAttribute,
  createComment,
  createDocument,
  createElement,
  createInstruction,
  createText,
  type NodeName,
  type XmlNode,
} from './tree.ts'

/** Builds a result tree; names get the namespaces that they need (XSLT 1.0 §7.1). */
export class Output {
  readonly root = createDocument()
  readonly #forest: Forest
  #parent: XmlNode = this.root
  #prefixes = 0

  constructor(forest: Forest) {
    this.#forest = forest
  }

  /** Whether attributes may still be added. */
  get isOpen(): boolean {
    return this.#parent.nodeType === ELEMENT && this.#parent.firstChild === null
  }

  start({ name, uri }: NodeName, namespaces?: Iterable<readonly [string, string]>): void {
    this.#forest.grow(name.length)
    const element = createElement(name, uri)
    this.#parent = this.#parent.append(element)
    const { prefix } = element
    if (this.#lookUp(prefix) !== (uri ?? '')) element.declare(prefix, uri ?? '')
    for (const [each, address] of namespaces ?? [])
      if (each !== 'xml' && this.#lookUp(each) !== address && (each !== '' || uri !== null) && !element.declared?.has(each))
        element.declare(each, address)
  }

  end(): void {
    this.#parent = this.#parent.parentNode!
  }

  /** Adds an attribute to the element that was just begun; false if it is too late. */
  attribute({ name, uri }: NodeName, value: string): boolean {
    if (!this.isOpen) return false
    this.#forest.grow(name.length + value.length)
    this.#parent.addAttribute(createAttribute({ name: uri === null ? name : this.#prepare(name, uri), uri }, value))
    return true
  }

  text(value: string, isRaw = false): void {
    if (value === '') return
    const last = this.#parent.lastChild
    this.#forest.grow(value.length)
    if (last?.nodeType === TEXT && last.isRaw === isRaw) last.nodeValue += value
    else this.#parent.append(createText(value)).isRaw = isRaw
  }

  comment(value: string): void {
    this.#forest.grow(value.length)
    this.#parent.append(createComment(value.replaceAll(/-(?=-)/g, '- ').replace(/-$/, '- ')))
  }

  instruction(target: string, value: string): void {
    this.#forest.grow(value.length)
    this.#parent.append(createInstruction(target, value.replaceAll('?>', '? >')))
  }

  namespace({ nodeName, nodeValue }: NamespaceNode): void {
    if (this.isOpen && nodeName !== 'xml' && this.#lookUp(nodeName) !== nodeValue) this.#parent.declare(nodeName, nodeValue)
  }

  /** A whole copy (§11.3). */
  copy(top: XPathNode, isTop = true): void {
    if (top.nodeType === NAMESPACE) return this.namespace(top as NamespaceNode)
    const node = top as XmlNode
    this.#forest.spend(1)
    switch (node.nodeType) {
      case ELEMENT:
        this.start({ name: node.nodeName, uri: node.namespaceURI }, isTop ? this.#forest.findScope(node) : node.declared)
        for (const { nodeName: name, namespaceURI: uri, value } of node.attributes) this.attribute({ name, uri }, value)
        for (let child = node.firstChild; child; child = child.nextSibling) this.copy(child, false)
        this.end()
        break
      case DOCUMENT:
        for (let child = node.firstChild; child; child = child.nextSibling) this.copy(child)
        break
      case ATTRIBUTE:
        this.attribute({ name: node.nodeName, uri: node.namespaceURI }, node.value)
        break
      case TEXT:
        this.text(node.value, node.isRaw)
        break
      case COMMENT:
        this.comment(node.value)
        break
      case INSTRUCTION:
        this.instruction(node.nodeName, node.value)
    }
  }

  #lookUp(prefix: string): string {
    if (prefix === 'xml') return 'http://www.w3.org/XML/1998/namespace'
    for (let node: XmlNode | null = this.#parent; node; node = node.parentNode) {
      const uri = node.declared?.get(prefix)
      if (uri !== undefined) return uri
    }
    return ''
  }

  /** The name of an attribute with a prefix that stands for its namespace here. */
  #prepare(name: string, uri: string): string {
    const colon = name.indexOf(':')
    const local = name.slice(colon + 1)
    const wanted = name.slice(0, Math.max(0, colon))
    if (wanted !== '' && this.#lookUp(wanted) === uri) return name
    const known = this.#findPrefix(uri)
    if (known !== undefined) return `${known}:${local}`
    let prefix = wanted
    while (prefix === '' || prefix === 'xmlns' || this.#parent.declared?.has(prefix) || this.#parent.prefix === prefix)
      prefix = `ns_${++this.#prefixes}`
    this.#parent.declare(prefix, uri)
    return `${prefix}:${local}`
  }

  #findPrefix(uri: string): string | undefined {
    if (uri === 'http://www.w3.org/XML/1998/namespace') return 'xml'
    for (let node: XmlNode | null = this.#parent; node; node = node.parentNode)
      for (const [prefix, address] of node.declared ?? [])
        if (address === uri && prefix !== '' && this.#lookUp(prefix) === uri) return prefix
    return undefined
  }
}
