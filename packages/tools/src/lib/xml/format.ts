import { scanXml, type XmlToken } from './scan.ts'
import type { Pacer } from '../pacer.ts'

export type XmlFormat = {
  /** One level of indentation; empty for the shortest form. */
  readonly indent: string
  /** Every attribute on its own line where there are several. */
  readonly isAttributePerLine?: boolean
  readonly isAttributeSorted?: boolean
  readonly keepsComments?: boolean
  readonly breathe: Pacer
}

type Open = Extract<XmlToken, { kind: 'open' }>
type Frame = { name: string; isVerbatim: boolean }

const BATCH = 4096

/**
 * Formats a well-formed document. White space is only added or taken where an element holds nothing but elements;
 * text beside elements, CDATA, entities and `xml:space="preserve"` stay to the letter. Throws what {@link scanXml} throws.
 */
export async function formatXml(text: string, options: XmlFormat): Promise<string> {
  const tokens: XmlToken[] = []
  for (const token of scanXml(text)) {
    tokens.push(token)
    if (tokens.length % BATCH === 0) await options.breathe()
  }
  const writer = new XmlWriter(text, tokens, options)
  for (let index = 0; index < tokens.length; index++) {
    writer.put(index)
    if (index % BATCH === 0) await options.breathe()
  }
  return writer.finish()
}

class XmlWriter {
  readonly #text: string
  readonly #tokens: readonly XmlToken[]
  readonly #options: XmlFormat
  readonly #verbatim: Uint8Array
  readonly #frames: Frame[] = []
  readonly #out: string[] = []

  constructor(text: string, tokens: readonly XmlToken[], options: XmlFormat) {
    this.#text = text
    this.#tokens = tokens
    this.#options = options
    this.#verbatim = findVerbatim(text, tokens)
  }

  put(index: number): void {
    const token = this.#tokens[index]!
    const inside = this.#frames.at(-1)
    const isVerbatim = inside?.isVerbatim ?? false
    switch (token.kind) {
      case 'text':
        if (isVerbatim) this.#out.push(this.#raw(token))
        return
      case 'close':
        this.#frames.pop()
        if (!isVerbatim && !isOwnTag(this.#tokens[index - 1])) this.#break(this.#frames.length)
        this.#out.push(`</${token.name}>`)
        return
      case 'open':
        if (!isVerbatim) this.#break(this.#frames.length)
        this.#out.push(this.#toTag(token, isVerbatim))
        if (!token.isEmpty) this.#frames.push({ name: token.name, isVerbatim: isVerbatim || this.#verbatim[index] === 1 })
        return
      case 'comment':
        if (this.#options.keepsComments === false) return
        break
      default:
    }
    if (!isVerbatim) this.#break(this.#frames.length)
    this.#out.push(this.#raw(token))
  }

  finish(): string {
    return this.#out.join('')
  }

  #raw({ start, end }: XmlToken): string {
    return this.#text.slice(start, end)
  }

  #break(depth: number): void {
    if (this.#options.indent && this.#out.length > 0) this.#out.push(`\n${this.#options.indent.repeat(depth)}`)
  }

  #toTag({ name, attributes, isEmpty }: Open, isVerbatim: boolean): string {
    const { indent, isAttributePerLine, isAttributeSorted } = this.#options
    const list = isAttributeSorted ? attributes.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : attributes
    const isSpread = isAttributePerLine === true && indent !== '' && !isVerbatim && list.length > 1
    const gap = isSpread ? `\n${indent.repeat(this.#frames.length + 1)}` : ' '
    return `<${name}${list.map((attribute) => `${gap}${attribute.name}=${attribute.raw}`).join('')}${isEmpty ? '/>' : '>'}`
  }
}

/** Whether the closing tag that follows stands right behind its opening tag. */
function isOwnTag(before: XmlToken | undefined): boolean {
  return before?.kind === 'open' && !before.isEmpty
}

/** Marks the opening tags whose content is more than elements and the space between them. */
function findVerbatim(text: string, tokens: readonly XmlToken[]): Uint8Array {
  const marks = new Uint8Array(tokens.length)
  const open: { index: number; children: number; others: number }[] = []
  tokens.forEach((token, index) => {
    const top = open.at(-1)
    if (token.kind === 'open') {
      if (top) top.children++
      if (!token.isEmpty) open.push({ index, children: 0, others: 0 })
      if (token.attributes.some(({ name, raw }) => name === 'xml:space' && raw.slice(1, -1) === 'preserve')) marks[index] = 1
    } else if (token.kind === 'close') {
      // Space alone may be what the element is for; a comment beside it changes nothing.
      if (top && top.children === 0 && top.others > 0) marks[top.index] = 1
      open.pop()
    } else if (top && token.kind === 'cdata') marks[top.index] = 1
    else if (top && token.kind === 'text') {
      if (/[^ \t\r\n]/.test(text.slice(token.start, token.end))) marks[top.index] = 1
      else top.others++
    } else if (top) top.others++
  })
  return marks
}
