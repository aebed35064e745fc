import { isSafeAddress } from '../html/safe-address.ts'
import { HIDDEN } from '../html/to-text.ts'
import { BLOCK } from '../html/elements.ts'
import type { HtmlElement, HtmlNode } from '../html/tree.ts'
import { escapeMarkdown, toCodeSpan, toDestination, toTitle } from './escape.ts'

const MARKS: Readonly<Record<string, { mark: string; tag: string }>> = {
  b: { mark: '**', tag: 'strong' },
  strong: { mark: '**', tag: 'strong' },
  i: { mark: '*', tag: 'em' },
  em: { mark: '*', tag: 'em' },
  s: { mark: '~~', tag: 'del' },
  strike: { mark: '~~', tag: 'del' },
  del: { mark: '~~', tag: 'del' },
}
/** Markdown has no mark for these, so they stay as tags. */
const KEPT: ReadonlySet<string> = new Set(['sub', 'sup', 'kbd', 'mark', 'u', 'ins'])
const PUNCTUATION = /[\p{P}\p{S}]/u

export type InlineOptions = {
  /** What a line break of the page is written as. */
  readonly lineBreak: string
  /** Elements around, whose marks are not set twice. */
  readonly inside?: readonly string[]
}

/** What stands within a paragraph, as Markdown. */
export function toInline(nodes: readonly HtmlNode[], options: InlineOptions): string {
  const line = new Line()
  writeNodes(line, nodes, options)
  return line.toString()
}

/** Text that is being written; its last character is kept apart, since asking a long text for it costs its length. */
class Line {
  readonly #parts: string[] = []
  /** A space that stands only if words follow. */
  #gap = ''
  last = ''

  write(text: string): void {
    const plain = /\s|^$/.test(this.last) || this.#gap ? text.replace(/^ +/, '') : text
    if (plain === '') return
    if (plain === ' ') {
      this.#gap = plain
      return
    }
    const isBreak = plain.endsWith('\n')
    // A mark of exclamation before a link would make it a picture.
    if (this.last === '!' && !this.#gap && plain.startsWith('['))
      this.#parts.push(`${this.#parts.pop()!.slice(0, -1)}${String.raw`\!`}`)
    this.#parts.push(isBreak ? '' : this.#gap, plain.endsWith(' ') ? plain.slice(0, -1) : plain)
    this.#gap = plain.endsWith(' ') ? ' ' : ''
    this.last = this.#parts.at(-1)?.at(-1) ?? ''
  }

  /** The character that what follows will stand behind. */
  get before(): string {
    return this.#gap || this.last
  }

  toString(): string {
    return this.#parts.join('').trim()
  }
}

function writeNodes(line: Line, nodes: readonly HtmlNode[], options: InlineOptions): void {
  nodes.forEach((node, index) => {
    if (typeof node === 'string') line.write(escapeMarkdown(node))
    else if (!HIDDEN.has(node.name)) writeElement(line, node, { ...options, next: toFirstCharacter(nodes[index + 1]) })
  })
}

/** A guess is enough: what stands behind an element only decides which way its end is written. */
function toFirstCharacter(node: HtmlNode | undefined): string {
  if (node === undefined) return ''
  if (typeof node !== 'string') return node.name === 'br' || BLOCK.has(node.name) ? ' ' : 'x'
  return String.fromCodePoint(node.codePointAt(0) ?? 32)
}

function writeElement(line: Line, element: HtmlElement, options: InlineOptions & { next: string }): void {
  const { name, attributes, children } = element
  const { lineBreak, inside = [] } = options
  if (name === 'br') line.write(lineBreak)
  else if (name === 'img') line.write(toPicture(attributes))
  else if (name === 'code' || name === 'tt' || name === 'samp') line.write(toCodeSpan(toPlain(element)))
  else if (name === 'a') writeLink(line, element, options)
  else if (name === 'input')
    line.write(attributes.get('type') === 'checkbox' ? `[${attributes.has('checked') ? 'x' : ' '}] ` : '')
  else if (MARKS[name] && !inside.includes(MARKS[name].tag)) writeMarked(line, element, options)
  else if (KEPT.has(name)) line.write(`<${name}>${toInline(children, { lineBreak, inside })}</${name}>`)
  else if (BLOCK.has(name)) {
    if (line.last) line.write(lineBreak)
    writeNodes(line, children, { lineBreak, inside })
  } else writeNodes(line, children, { lineBreak, inside })
}

/** Emphasis; as tags where CommonMark would not see the marks (§6.2, flanking runs). */
function writeMarked(line: Line, { name, children }: HtmlElement, options: InlineOptions & { next: string }): void {
  const { mark, tag } = MARKS[name]!
  const { lineBreak, inside = [], next } = options
  const inner = toInline(children, { lineBreak, inside: [...inside, tag] })
  const [lead, tail] = toOuterSpaces(children)
  if (inner === '') return line.write(lead || tail)
  line.write(lead)
  const { before } = line
  const opens = isFree(before, inner[0]!) && before !== mark[0]
  const closes = isFree(tail || next, inner.at(-1)!) && !(next === 'x' && !tail)
  line.write(opens && closes ? `${mark}${inner}${mark}` : `<${tag}>${inner}</${tag}>`)
  line.write(tail)
}

/** Whether marks between these characters are seen: not if a word stands outside and punctuation within. */
const isFree = (outer: string, inner: string): boolean =>
  outer === '' || /\s/.test(outer) || PUNCTUATION.test(outer) || !PUNCTUATION.test(inner)

function toOuterSpaces(children: readonly HtmlNode[]): [lead: string, tail: string] {
  const [first, last] = [children[0], children.at(-1)]
  return [typeof first === 'string' && /^\s/.test(first) ? ' ' : '', typeof last === 'string' && /\s$/.test(last) ? ' ' : '']
}

function writeLink(line: Line, { attributes, children }: HtmlElement, { lineBreak, inside }: InlineOptions): void {
  const href = attributes.get('href')?.trim()
  if (!href || !isSafeAddress(href)) return writeNodes(line, children, { lineBreak, ...(inside && { inside }) })
  const words = toInline(children, { lineBreak: ' ', ...(inside && { inside }) })
  const isBare = children.length === 1 && children[0] === href && /^(?:https?|mailto):[^\s<>]+$/.test(href)
  if (isBare) line.write(`<${href}>`)
  else if (words) line.write(`[${words}](${toDestination(href)}${toTitle(attributes.get('title'))})`)
}

function toPicture(attributes: ReadonlyMap<string, string>): string {
  const source = attributes.get('src')
  if (!source || !isSafeAddress(source)) return escapeMarkdown(attributes.get('alt') ?? '')
  return `![${escapeMarkdown(attributes.get('alt') ?? '')}](${toDestination(source)}${toTitle(attributes.get('title'))})`
}

/** All text below an element, as it stands. */
export function toPlain(node: HtmlNode): string {
  if (typeof node === 'string') return node
  return node.name === 'br' ? '\n' : node.children.map(toPlain).join('')
}
