import { BLOCK, KEPT } from './elements.ts'
import { scanHtml } from './scan.ts'
import { cutEnd } from '../cut-end.ts'

/** Elements whose content is not shown. */
export const HIDDEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'head', 'iframe', 'object', 'svg'])
/** Elements that are set apart by an empty line. */
const APART: ReadonlySet<string> = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl table pre blockquote figure'.split(' '))

/**
 * The text that a page shows: tags, comments, scripts and styles go, blocks begin lines, items get a dash or their number, cells
 * a tab, references become their characters; pre and wide spaces stay. Throws `syntax_error`.
 */
export async function htmlToText(text: string): Promise<string> {
  const { decodeHTML } = await import('entities')
  const { readAttributes } = await import('./attributes.ts')
  const page = new Page()
  const hidden: string[] = []
  const lists: List[] = []
  let kept = 0
  let isFresh = false
  for (const token of scanHtml(text)) {
    if (token.kind === 'open') {
      if (HIDDEN.has(token.name) && !token.isSelfClosed) hidden.push(token.name)
      if (hidden.length > 0) continue
      isFresh = KEPT.has(token.name)
      if (isFresh) kept++
      begin(page, token.name)
      if (token.name === 'ol' || token.name === 'ul' || token.name === 'menu')
        lists.push({ next: token.name === 'ol' ? (readNumber(readAttributes(token.attributes).get('start')) ?? 1) : undefined })
      if (token.name === 'li') page.write(toMark(lists.at(-1), readNumber(readAttributes(token.attributes).get('value'))))
    } else if (token.kind === 'close') {
      if (hidden.at(-1) === token.name) hidden.pop()
      else if (hidden.length === 0) {
        if (KEPT.has(token.name)) kept = Math.max(0, kept - 1)
        if (/^(?:[ou]l|menu)$/.test(token.name)) lists.pop()
        end(page, token.name)
      }
    } else if (hidden.length === 0 && (token.kind === 'text' || token.kind === 'raw')) {
      const words = decodeHTML(text.slice(token.start, token.end))
      // Parsers drop a line end right behind the tag of pre.
      if (kept > 0 || token.kind === 'raw') page.write(isFresh ? words.replace(/^\r?\n/, '') : words)
      else page.writeWords(words)
      isFresh = false
    }
  }
  return page.toString()
}

/** The number of the next item, where items are numbered. */
type List = { next: number | undefined }

function toMark(list: List | undefined, value: number | undefined): string {
  if (list?.next === undefined) return '- '
  const number = value ?? list.next
  list.next = number + 1
  return `${number}. `
}

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
}

/** What has been written; its end is kept apart, since looking at a long text after each word would cost its length. */
class Page {
  readonly #parts: string[] = []
  #end = '\n\n'
  /** Whether the last part ends in a space that only stands between words. */
  #hasGap = false

  write(words: string): void {
    if (words === '') return
    this.#parts.push(words)
    this.#end = (this.#end + words).slice(-2)
    this.#hasGap = false
  }

  /** White space is one space, and none at the beginning of a line. */
  writeWords(words: string): void {
    const plain = words.replaceAll(/[ \t\r\n\f]+/g, ' ')
    const shown = /[ \t\n]$/.test(this.#end) && plain.startsWith(' ') ? plain.slice(1) : plain
    this.write(shown)
    if (shown !== '') this.#hasGap = shown.endsWith(' ')
  }

  breakLine(): void {
    this.#dropGap()
    this.write('\n')
  }

  beginLine(): void {
    this.#dropGap()
    if (!this.#end.endsWith('\n')) this.write('\n')
  }

  beginPart(): void {
    this.beginLine()
    if (this.#end !== '\n\n') this.write('\n')
  }

  beginCell(): void {
    this.#dropGap()
    if (/[^\n\t]$/.test(this.#end)) this.write('\t')
  }

  #dropGap(): void {
    if (!this.#hasGap) return
    this.#parts.push(this.#parts.pop()!.slice(0, -1))
    this.#end = this.#end.slice(0, -1)
    this.#hasGap = false
  }

  toString(): string {
    return cutEnd(this.#parts.join('').replace(/^\n+/, ''), ' \t\n')
  }
}

function begin(page: Page, name: string): void {
  if (name === 'br') page.breakLine()
  else if (name === 'td' || name === 'th') page.beginCell()
  else if (BLOCK.has(name)) {
    end(page, name)
    if (name === 'hr') page.write('---\n')
  }
}

function end(page: Page, name: string): void {
  if (name === 'td' || name === 'th' || !BLOCK.has(name)) return
  if (APART.has(name)) page.beginPart()
  else page.beginLine()
}
