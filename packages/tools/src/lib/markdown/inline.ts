import { isSafeAddress } from '../html/safe-address.ts'
import { HIDDEN } from '../html/to-text.ts'
import { BLOCK } from '../html/elements.ts'
import type { HtmlElement, HtmlNode } from '../html/tree.ts'
import { escapeLinked, escapeMarkdown, toCodeSpan, toDestination, toTitle } from './escape.ts'

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
  /** Links hold no links. */
  readonly isLink?: boolean
  /** The character that follows the nodes, where it is known. */
  readonly next?: string
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
  /** A space or breaks that stand only between words. */
  #gap = ''
  #last = ''
  /** The sign of an item of which nothing is written yet. */
  #sign = ''

  write(text: string): void {
    const isOpen = this.#gap !== '' || this.#last === ''
    const plain = isOpen ? text.replace(/^ +/, '') : text
    if (plain === '') return
    if (plain === ' ') {
      this.#gap = plain
      return
    }
    if (this.#sign !== '') {
      this.#parts.push(this.#gap, this.#sign)
      this.#gap = ' '
      this.#sign = ''
    }
    // A mark of exclamation before a link would make it a picture.
    if (this.#last === '!' && !this.#gap && plain.startsWith('['))
      this.#parts.push(`${this.#parts.pop()!.slice(0, -1)}${String.raw`\!`}`)
    this.#parts.push(this.#gap, plain.endsWith(' ') ? plain.slice(0, -1) : plain)
    this.#gap = plain.endsWith(' ') ? ' ' : ''
    this.#last = this.#parts.at(-1)?.at(-1) ?? ''
  }

  /** Begins an item of a list on a line of its own: its first paragraph stands behind the sign. */
  lead(sign: string, mark: string): void {
    this.breakOnce(mark)
    this.#sign = sign
  }

  breakOnce(mark: string): void {
    if (!this.#gap.endsWith(mark)) this.break(mark)
    this.#sign = ''
  }

  break(mark: string): void {
    if (this.#last !== '' && this.#sign === '') this.#gap = this.#gap === ' ' ? mark : this.#gap + mark
  }

  /** The character that what follows will stand behind. */
  get before(): string {
    return this.#gap ? ' ' : this.#last
  }

  toString(): string {
    return this.#parts.join('')
  }
}

function writeNodes(line: Line, nodes: readonly HtmlNode[], options: InlineOptions): void {
  nodes.forEach((node, index) => {
    if (typeof node === 'string') line.write(escapeLinked(node, options.isLink ?? false))
    else if (!HIDDEN.has(node.name)) {
      const behind = nodes[index + 1]
      writeElement(line, node, { ...options, next: behind === undefined ? (options.next ?? '') : toFirstCharacter(behind) })
    }
  })
}

/** A guess is enough: what stands behind an element only decides which way its end is written. */
function toFirstCharacter(node: HtmlNode): string {
  if (typeof node !== 'string') return node.name === 'br' || BLOCK.has(node.name) ? ' ' : 'x'
  return String.fromCodePoint(node.codePointAt(0) ?? 32)
}

function writeElement(line: Line, element: HtmlElement, options: InlineOptions & { next: string }): void {
  const { name, attributes, children } = element
  const { lineBreak, inside = [], next, ...rest } = options
  if (name === 'br') line.break(lineBreak)
  else if (name === 'img') line.write(toPicture(attributes))
  else if (name === 'code' || name === 'tt' || name === 'samp') writeCode(line, toPlain(element))
  else if (name === 'a') writeLink(line, element, options)
  else if (name === 'input')
    line.write(attributes.get('type') === 'checkbox' ? `[${attributes.has('checked') ? 'x' : ' '}] ` : '')
  else if (isMarked(name) && !inside.includes(MARKS[name]!.tag)) writeMarked(line, element, options)
  else if (KEPT.has(name)) line.write(`<${name}>${toInline(children, { ...rest, lineBreak, inside })}</${name}>`)
  else {
    if (BLOCK.has(name)) line.break(lineBreak)
    if (lineBreak === '<br>' && (name === 'ul' || name === 'ol')) writeItems(line, element, { ...rest, lineBreak, inside })
    else writeNodes(line, children, { ...rest, lineBreak, inside, next })
  }
}

/** A list in a cell of a table, where Markdown has none: a line for each item, with the sign that a page shows. */
function writeItems(line: Line, { name, attributes, children }: HtmlElement, options: InlineOptions): void {
  const start = Number(attributes.get('start') ?? 1)
  let number = Number.isInteger(start) ? start : 1
  for (const child of children) {
    if (typeof child === 'string' || child.name !== 'li') writeNodes(line, [child], options)
    else {
      line.lead(name === 'ul' ? '•' : `${number++}.`, options.lineBreak)
      writeNodes(line, child.children, options)
      line.breakOnce(options.lineBreak)
    }
  }
}

const isMarked = (name: string): boolean => Object.hasOwn(MARKS, name)

/** Two spans of code in a row would be one, so a comment that nobody sees parts them. */
function writeCode(line: Line, text: string): void {
  const span = toCodeSpan(text)
  line.write(line.before === '`' && span ? `<!-- -->${span}` : span)
}

/** Emphasis; as tags where CommonMark would not see the marks (§6.2, flanking runs). */
function writeMarked(line: Line, { name, children }: HtmlElement, { next, ...options }: InlineOptions & { next: string }): void {
  const { mark, tag } = MARKS[name]!
  const { lineBreak, inside = [] } = options
  const whole = toInline(children, { ...options, inside: [...inside, tag] })
  // No-break and ideographic spaces are white space too, beside which marks are not seen.
  const start = whole.length - whole.trimStart().length
  const inner = cutBreaks(whole.slice(start))
  const [lead, tail] = [toEdge(children[0], 0, lineBreak), toEdge(children.at(-1), -1, lineBreak)]
  writeGap(line, lead, lineBreak)
  line.write(whole.slice(0, start))
  if (inner !== '') {
    const { before } = line
    // Within other emphasis, marks beside anything but a space might end that one.
    const isNested = inside.includes('strong') || inside.includes('em')
    const isClear = isOneMark(children) || (!inner.startsWith(mark[0]!) && !inner.endsWith(mark[0]!))
    const opens = isFree(before, inner[0]!) && before !== mark[0] && isClear && !(isNested && /\S/.test(before))
    const behind = whole.slice(start + inner.length)
    const closes = isFree(behind || tail || next, inner.at(-1)!) && !(next === 'x' && !behind && !tail)
    line.write(opens && closes ? `${mark}${inner}${mark}` : `<${tag}>${inner}</${tag}>`)
    line.write(behind)
  }
  writeGap(line, tail, lineBreak)
}

/** The text without white space and line breaks at its end. */
function cutBreaks(text: string): string {
  let end = text.length
  const isBreak = () => text[end] === '\n' && text[end - 1] === '\\'
  while (end > 0 && (isBreak() || /\s/.test(text[end - 1]!))) end--
  return text.slice(0, end)
}

/** Bold and italic at once need no room between their marks. */
function isOneMark(children: readonly HtmlNode[]): boolean {
  const [only, ...others] = children.filter((node) => typeof node !== 'string' || node.trim() !== '')
  return others.length === 0 && typeof only === 'object' && isMarked(only.name)
}

/** Whether marks between these characters are seen: not if a word stands outside and punctuation within. */
const isFree = (outer: string, inner: string): boolean =>
  outer === '' || /\s/.test(outer) || PUNCTUATION.test(outer) || !PUNCTUATION.test(inner)

function writeGap(line: Line, gap: string, lineBreak: string): void {
  if (gap === lineBreak) line.break(lineBreak)
  else line.write(gap)
}

/** The space or break that a first (0) or last (-1) node has at its edge; it goes outside of the marks. */
function toEdge(node: HtmlNode | undefined, side: 0 | -1, lineBreak: string): string {
  if (node === undefined) return ''
  if (typeof node === 'string') return (side === 0 ? /^[ \t\r\n\f]/ : /[ \t\r\n\f]$/).test(node) ? ' ' : ''
  return node.name === 'br' ? lineBreak : isMarked(node.name) ? toEdge(node.children.at(side), side, lineBreak) : ''
}

function writeLink(
  line: Line,
  { attributes, children }: HtmlElement,
  { next, ...options }: InlineOptions & { next: string },
): void {
  const href = attributes.get('href')?.trim()
  if (!href || !isSafeAddress(href) || options.isLink) return writeNodes(line, children, { ...options, next })
  const words = toInline(children, { ...options, lineBreak: ' ', isLink: true })
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
