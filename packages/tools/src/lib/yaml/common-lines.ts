import { NO_GAP, type Gap } from './common-document.ts'

/** Thrown where a text is not as most people write it. */
export class Uncommon extends Error {}

/** Reads line by line: where the next content is, and which empty lines and comments stood before it. */
export abstract class LineReader {
  protected readonly text: string
  protected readonly ignoresComments: boolean
  /** Where the content of the line begins that is read next, its column and the end of the line. */
  protected at = 0
  protected column = 0
  protected lineEnd = 0
  /** What stood before that line. */
  protected hasSpace = false
  protected comment = ''
  /** Column of those comments; −1 without any, −2 where they differ. */
  protected commentColumn = -1
  /** The next line begins a document, or there is none. */
  protected isEnd = false

  constructor(text: string, ignoresComments: boolean) {
    this.text = text
    this.ignoresComments = ignoresComments
  }

  /** Goes on to the next line with content, over empty ones and comments, which come behind one that stood before. */
  protected toContent(from: number, comment = ''): void {
    const text = this.text
    this.hasSpace = false
    this.comment = comment
    this.commentColumn = -1
    for (let start = from; ;) {
      if (start >= text.length) return this.#endAt(text.length)
      let at = start
      while (text.charCodeAt(at) === 32) at++
      const found = text.indexOf('\n', at)
      const end = found < 0 ? text.length : found
      if (at === end) {
        if (found < 0) return this.#endAt(text.length)
        if (this.comment) this.comment += '\n'
        else this.hasSpace = true
      } else if (text.charCodeAt(at) === 35) this.#addComment(text.slice(at, end), at - start)
      else {
        if (at === start && text.startsWith('---', at)) {
          if (end === at + 3) return this.#endAt(at)
          throw new Uncommon()
        }
        this.at = at
        this.column = at - start
        this.lineEnd = end
        this.isEnd = false
        return
      }
      start = end + 1
    }
  }

  #endAt(at: number): void {
    this.at = at
    this.column = 0
    this.isEnd = true
  }

  #addComment(comment: string, column: number): void {
    this.comment += `${comment}\n`
    this.commentColumn = this.commentColumn === -1 || this.commentColumn === column ? column : -2
  }

  /** What stands before the next line, which begins at a column, as its comments have to. */
  protected takeGap(column: number): Gap {
    if (!this.comment) return this.hasSpace ? { hasSpace: true, comment: '' } : NO_GAP
    if (!this.ignoresComments && this.commentColumn !== column && this.commentColumn !== -1) throw new Uncommon()
    return { hasSpace: this.hasSpace, comment: this.comment }
  }

  protected refuseGap(): void {
    const { hasSpace, comment } = this.takeGap(this.column)
    if (!this.ignoresComments && (hasSpace || comment)) throw new Uncommon()
  }

  protected skipSpaces(): void {
    while (this.at < this.lineEnd && this.text.charCodeAt(this.at) === 32) this.at++
  }
}
