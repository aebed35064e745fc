import { BLOCK, KEPT } from './elements.ts'
import { scanHtml } from './scan.ts'

/** Elements whose content is not shown. */
export const HIDDEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'head', 'iframe', 'object', 'svg'])
/** Elements that are set apart by an empty line. */
const APART: ReadonlySet<string> = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl table pre blockquote figure'.split(' '))

/**
 * The text that a page shows: tags, comments, scripts and styles go, blocks begin lines, items get a dash, cells a tab,
 * references become their characters; pre keeps its white space. Throws `syntax_error`.
 */
export async function htmlToText(text: string): Promise<string> {
  const { decodeHTML } = await import('entities')
  const page = new Page()
  const hidden: string[] = []
  let kept = 0
  for (const token of scanHtml(text)) {
    if (token.kind === 'open') {
      if (HIDDEN.has(token.name) && !token.isSelfClosed) hidden.push(token.name)
      if (hidden.length > 0) continue
      if (KEPT.has(token.name)) kept++
      begin(page, token.name)
    } else if (token.kind === 'close') {
      if (hidden.at(-1) === token.name) hidden.pop()
      else if (hidden.length === 0) {
        if (KEPT.has(token.name)) kept = Math.max(0, kept - 1)
        end(page, token.name)
      }
    } else if (hidden.length === 0 && (token.kind === 'text' || token.kind === 'raw')) {
      const words = decodeHTML(text.slice(token.start, token.end))
      if (kept > 0 || token.kind === 'raw') page.write(words)
      else page.writeWords(words)
    }
  }
  return page.toString()
}

/** What has been written; its end is kept apart, since looking at a long text after each word would cost its length. */
class Page {
  readonly #parts: string[] = []
  #end = '\n\n'

  write(words: string): void {
    if (words === '') return
    this.#parts.push(words)
    this.#end = (this.#end + words).slice(-2)
  }

  /** White space is one space, and none at the beginning of a line. */
  writeWords(words: string): void {
    const plain = words.replaceAll(/[ \t\r\n\f]+/g, ' ')
    this.write(/\s$/.test(this.#end) ? plain.trimStart() : plain)
  }

  beginLine(): void {
    if (!this.#end.endsWith('\n')) this.write('\n')
  }

  beginPart(): void {
    this.beginLine()
    if (this.#end !== '\n\n') this.write('\n')
  }

  beginCell(): void {
    if (/[^\n\t]$/.test(this.#end)) this.write('\t')
  }

  toString(): string {
    return this.#parts
      .join('')
      .replaceAll(/[ \t]+(?=\n)/g, '')
      .replaceAll(/ +(?=\t)/g, '')
      .trim()
  }
}

function begin(page: Page, name: string): void {
  if (name === 'br') page.write('\n')
  else if (name === 'td' || name === 'th') page.beginCell()
  else if (BLOCK.has(name)) {
    end(page, name)
    if (name === 'li') page.write('- ')
    if (name === 'hr') page.write('---\n')
  }
}

function end(page: Page, name: string): void {
  if (name === 'td' || name === 'th' || !BLOCK.has(name)) return
  if (APART.has(name)) page.beginPart()
  else page.beginLine()
}
