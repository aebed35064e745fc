import { COMMENT, ELEMENT, INSTRUCTION, TEXT } from '../xpath/nodes.ts'
import { toDoctype } from './doctype.ts'
import type { XmlNode } from './tree.ts'

type HtmlOptions = {
  readonly encoding?: string
  readonly doctypePublic?: string
  readonly doctypeSystem?: string
  readonly indent?: boolean
}

const VOID = new Set('area base basefont br col embed frame hr img input isindex link meta param source track wbr'.split(' '))
const BLOCK = new Set(
  'address applet area base basefont blockquote body caption center col colgroup dd dir div dl dt fieldset form frame frameset h1 h2 h3 h4 h5 h6 head hr html isindex legend li link menu meta noframes noscript object ol optgroup option p param pre script style table tbody td tfoot th thead title tr ul'.split(
    ' ',
  ),
)
const BOOLEAN = new Set(
  'checked compact declare defer disabled ismap multiple nohref noresize noshade nowrap readonly selected'.split(' '),
)
const ADDRESSES = new Set('action cite classid codebase data href longdesc name profile src usemap'.split(' '))

/** Writes a result tree as HTML (XSLT 1.0 §16.2): empty elements without an end, no escapes in scripts and styles. */
export function writeHtml(root: XmlNode, options: HtmlOptions): string {
  const parts: string[] = []
  const { documentElement } = root
  const { doctypePublic, doctypeSystem } = options
  if (documentElement && (doctypePublic !== undefined || doctypeSystem !== undefined)) {
    const name = documentElement.nodeName
    const isHtml5 = doctypePublic === undefined && doctypeSystem === 'about:legacy-compat'
    parts.push(isHtml5 ? `<!DOCTYPE ${name}>\n` : toDoctype(name, options))
  }
  const writer = new HtmlWriter(parts, options)
  for (const node of root.children()) writer.write(node)
  if (root.firstChild) parts.push('\n')
  return parts.join('')
}

class HtmlWriter {
  readonly #parts: string[]
  readonly #encoding: string
  readonly #isApart: boolean
  readonly #isAscii: boolean

  constructor(parts: string[], { encoding, indent = true }: HtmlOptions) {
    this.#parts = parts
    this.#encoding = encoding ?? 'UTF-8'
    this.#isApart = indent
    this.#isAscii = /^(?:us-)?ascii$/i.test(this.#encoding)
  }

  write(node: XmlNode): void {
    switch (node.nodeType) {
      case ELEMENT:
        this.#writeElement(node)
        break
      case TEXT:
        this.#parts.push(node.isRaw || isScript(node.parentNode) ? node.value : this.#encode(escapeText(node.value)))
        break
      case COMMENT:
        this.#parts.push(`<!--${node.value}-->`)
        break
      case INSTRUCTION:
        this.#parts.push(`<?${node.nodeName}${node.value && ` ${node.value}`}>`)
    }
  }

  #writeElement(node: XmlNode): void {
    const parts = this.#parts
    const isHtml = node.namespaceURI === null
    const name = node.localName.toLowerCase()
    parts.push('<', node.nodeName)
    for (const [prefix, uri] of node.declared ?? [])
      if (prefix !== '' || uri !== '') parts.push(prefix === '' ? ' xmlns' : ` xmlns:${prefix}`, `="${escapeAttribute(uri)}"`)
    for (const attribute of node.attributes) this.#writeAttribute(attribute, isHtml)
    parts.push('>')
    if (isHtml && VOID.has(name) && !node.firstChild) return this.#breakAfter(node)
    const isHead = isHtml && name === 'head'
    const count = Number(isHead) + node.children().filter((child) => !(isHead && isEncoding(child))).length
    const hasBreaks = this.#isApart && isHtml && BLOCK.has(name) && count > 1 && !name.startsWith('p')
    if (isHead) this.#writeEncoding(node, hasBreaks)
    else if (hasBreaks && node.firstChild!.nodeType !== TEXT) parts.push('\n')
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (!(isHead && isEncoding(child))) this.write(child)
    }
    if (hasBreaks && node.lastChild?.nodeType !== TEXT) parts.push('\n')
    parts.push('</', node.nodeName, '>')
    this.#breakAfter(node)
  }

  /** The first thing in a head is the encoding (§16.2). */
  #writeEncoding(head: XmlNode, hasBreaks: boolean): void {
    if (hasBreaks) this.#parts.push('\n')
    this.#parts.push(`<meta http-equiv="Content-Type" content="text/html; charset=${this.#encoding}">`)
    if (hasBreaks && head.firstChild?.nodeType !== TEXT) this.#parts.push('\n')
  }

  #writeAttribute({ nodeName, value }: XmlNode, isHtml: boolean): void {
    const name = nodeName.toLowerCase()
    if (isHtml && BOOLEAN.has(name) && (value === '' || value.toLowerCase() === name)) {
      this.#parts.push(' ', nodeName)
      return
    }
    const shown = isHtml && ADDRESSES.has(name) ? escapeAddress(value) : value
    this.#parts.push(' ', nodeName, '="', this.#encode(escapeAttribute(shown)), '"')
  }

  #breakAfter(node: XmlNode): void {
    if (!this.#isApart || !BLOCK.has(node.localName.toLowerCase()) || !node.nextSibling) return
    if (node.nextSibling.nodeType === TEXT || node.parentNode?.nodeType !== ELEMENT) return
    if (!node.parentNode.localName.startsWith('p')) this.#parts.push('\n')
  }

  #encode(text: string): string {
    return this.#isAscii ? text.replaceAll(/[\u0080-\u{10ffff}]/gu, (sign) => `&#${sign.codePointAt(0)};`) : text
  }
}

const isScript = (node: XmlNode | null) =>
  node !== null && node.namespaceURI === null && /^(?:script|style)$/i.test(node.localName)

function isEncoding(node: XmlNode): boolean {
  if (node.nodeType !== ELEMENT || node.localName.toLowerCase() !== 'meta') return false
  return node.attributes.some(
    ({ nodeName, value }) => nodeName.toLowerCase() === 'http-equiv' && value.toLowerCase() === 'content-type',
  )
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;')
}

/** `<` stays, and so does `&` before a brace (HTML 4.0 §B.7.1). */
function escapeAttribute(text: string): string {
  return text
    .replaceAll(/&(?!\{)/g, '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('\u00a0', '&nbsp;')
}

/** Signs beyond ASCII in an address become %XX of UTF-8 (HTML 4.0 §B.2.1). */
function escapeAddress(text: string): string {
  return text.trim().replaceAll(/[^\u0021-\u007e]+/gu, (part) => encodeURIComponent(part))
}
