import { CDATA, COMMENT, ELEMENT, INSTRUCTION, TEXT } from '../xpath/nodes.ts'
import { toDoctype } from './doctype.ts'
import { writeHtml } from './serialize-html.ts'
import type { XmlNode } from './tree.ts'

/** What xsl:output says (XSLT 1.0 §16). */
export type OutputOptions = {
  method?: 'xml' | 'html' | 'text'
  version?: string
  encoding?: string
  omitDeclaration?: boolean
  standalone?: boolean
  doctypePublic?: string
  doctypeSystem?: string
  /** Expanded names of the elements whose text is written as CDATA. */
  readonly cdata: Set<string>
  indent?: boolean
}

/** Writes a result tree as text. */
export function serialize(root: XmlNode, options: OutputOptions): string {
  const method = options.method ?? findMethod(root)
  if (method === 'text') return root.textContent
  if (method === 'html') return writeHtml(root, options)
  return writeXml(root, options)
}

/** HTML where the first element is `html` without a namespace (§16). */
function findMethod(root: XmlNode): 'xml' | 'html' {
  for (const node of root.children()) {
    if (node.nodeType === ELEMENT) return node.namespaceURI === null && /^html$/i.test(node.localName) ? 'html' : 'xml'
    if (node.nodeType === TEXT && /[^\t\n\r ]/.test(node.value)) return 'xml'
  }
  return 'xml'
}

function writeXml(root: XmlNode, options: OutputOptions): string {
  const { version = '1.0', encoding, omitDeclaration = false, standalone, indent = false } = options
  if (!root.firstChild) return ''
  const toEncoding = encoding === undefined ? '' : ` encoding="${encoding}"`
  const toStandalone = standalone === undefined ? '' : ` standalone="${standalone ? 'yes' : 'no'}"`
  const parts = omitDeclaration ? [] : [`<?xml version="${version}"${toEncoding}${toStandalone}?>\n`]
  const { documentElement } = root
  if (documentElement && options.doctypeSystem !== undefined) parts.push(toDoctype(documentElement.nodeName, options))
  const writer = new XmlWriter(parts, options)
  for (const node of root.children()) {
    writer.write(node, 0, indent)
    if (node.nodeType === COMMENT && node.nextSibling) parts.push('\n')
  }
  parts.push('\n')
  return parts.join('')
}

class XmlWriter {
  readonly #parts: string[]
  readonly #cdata: ReadonlySet<string>
  readonly #encode: (text: string) => string

  constructor(parts: string[], { cdata, encoding }: OutputOptions) {
    this.#parts = parts
    this.#cdata = cdata
    this.#encode = toEncoder(encoding)
  }

  write(node: XmlNode, depth: number, indent: boolean): void {
    switch (node.nodeType) {
      case ELEMENT:
        this.#writeElement(node, depth, indent)
        break
      case TEXT:
        this.#parts.push(node.isRaw ? node.value : this.#writeText(node))
        break
      case COMMENT:
        this.#parts.push(`<!--${node.value}-->`)
        break
      case INSTRUCTION:
        this.#parts.push(`<?${node.nodeName}${node.value && ` ${node.value}`}?>`)
    }
  }

  #writeText({ parentNode, value }: XmlNode): string {
    if (parentNode && this.#cdata.size > 0 && this.#cdata.has(toExpandedName(parentNode)))
      return `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
    return this.#encode(escapeText(value))
  }

  #writeElement(node: XmlNode, depth: number, indent: boolean): void {
    const parts = this.#parts
    parts.push('<', node.nodeName)
    for (const [prefix, uri] of node.declared ?? [])
      parts.push(prefix === '' ? ' xmlns="' : ` xmlns:${prefix}="`, this.#encode(escapeAttribute(uri)), '"')
    for (const { nodeName, value } of node.attributes) parts.push(' ', nodeName, '="', this.#encode(escapeAttribute(value)), '"')
    if (!node.firstChild) {
      parts.push('/>')
      return
    }
    parts.push('>')
    const isApart = indent && !hasText(node)
    for (let child: XmlNode | null = node.firstChild; child; child = child.nextSibling) {
      if (isApart) parts.push('\n', '  '.repeat(Math.min(depth + 1, 60)))
      this.write(child, depth + 1, isApart)
    }
    if (isApart) parts.push('\n', '  '.repeat(Math.min(depth, 60)))
    parts.push('</', node.nodeName, '>')
  }
}

function hasText(node: XmlNode): boolean {
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (child.nodeType === TEXT || child.nodeType === CDATA) return true
  return false
}

const toExpandedName = ({ namespaceURI, localName }: XmlNode) =>
  namespaceURI === null ? localName : `{${namespaceURI}}${localName}`

function escapeText(text: string): string {
  return /[&<>\r]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')
    : text
}

function escapeAttribute(text: string): string {
  if (!/[&<>"\n\r\t]/.test(text)) return text
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}

/** Signs that an encoding lacks become references; the text itself stays Unicode. */
function toEncoder(encoding: string | undefined): (text: string) => string {
  const name = encoding?.toUpperCase()
  const last = name === 'US-ASCII' || name === 'ASCII' ? 0x7f : name === 'ISO-8859-1' ? 0xff : undefined
  if (last === undefined) return (text) => text
  const isShort = last === 0x7f ? /^[\0-\x7f]*$/ : /^[\0-\xff]*$/ // oxlint-disable-line no-control-regex -- bounds of two encodings
  return (text) =>
    isShort.test(text)
      ? text
      : Array.from(text, (sign) => (sign.codePointAt(0)! > last ? `&#${sign.codePointAt(0)};` : sign)).join('')
}
