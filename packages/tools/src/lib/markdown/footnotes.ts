import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'

/** A label is bounded, so that many that are not closed take no longer than others. */
const DEFINITION = /\[\^([^\]\s]{1,200})\]:[ \t]*/y
const REFERENCE = /\[\^([^\]\s]{1,200})\]/y
/** What goes on with a note stands in so far. */
const INDENT = 4

type Env = { footnotes?: Set<string> }

/**
 * Footnotes as GitHub has them: `[^label]` and, anywhere, `[^label]: text`, with what is indented below it. They stand at the
 * end in the order in which they are first pointed to; those that nothing points to are left out. The ids are of labels behind
 * `fn-` and `fnref-`, so that no name of a page can be taken by them. Our own, since markdown-it-footnote 4.0 copies all tokens
 * for each note, whose time grows with their square.
 */
export function readFootnotes(parser: MarkdownIt): void {
  parser.block.ruler.before('reference', 'footnote', readDefinition, {
    alt: ['paragraph', 'reference', 'blockquote', 'list', 'table'],
  })
  parser.inline.ruler.after('image', 'footnote', readReference)
  parser.core.ruler.after('inline', 'footnotes', (state) => placeNotes(state, parser))
  parser.renderer.rules['footnote_reference'] = (tokens, index) => writeReference(tokens[index]!, parser)
}

/** Of two labels that differ in case alone the second is the first. */
const toLabel = (text: string): string => text.toLowerCase()

function readDefinition(state: StateBlock, line: number, endLine: number, isSilent: boolean): boolean {
  if (state.sCount[line]! - state.blkIndent >= INDENT) return false
  const start = state.bMarks[line]! + state.tShift[line]!
  DEFINITION.lastIndex = start
  const [mark, label] = state.src[start + 1] === '^' ? (DEFINITION.exec(state.src) ?? []) : []
  if (mark === undefined || label === undefined) return false
  if (isSilent) return true
  const env = state.env as Env
  ;(env.footnotes ??= new Set()).add(toLabel(label))
  const open = state.push('footnote_open', '', 1)
  open.meta = { label: toLabel(label) }
  open.map = [line, line]
  const { bMarks, tShift, sCount } = state
  const before = { start: bMarks[line]!, shift: tShift[line]!, column: sCount[line]!, indent: state.blkIndent }
  state.blkIndent += INDENT
  bMarks[line] = start + mark.length
  tShift[line] = 0
  sCount[line] = state.blkIndent
  state.md.block.tokenize(state, line, endLine)
  open.map[1] = state.line
  bMarks[line] = before.start
  tShift[line] = before.shift
  sCount[line] = before.column
  state.blkIndent = before.indent
  state.push('footnote_close', '', -1)
  return true
}

function readReference(state: StateInline, isSilent: boolean): boolean {
  const { src, pos, posMax, linkLevel } = state
  const { footnotes } = state.env as Env
  if (footnotes === undefined || linkLevel > 0 || src[pos] !== '[' || src[pos + 1] !== '^') return false
  REFERENCE.lastIndex = pos
  const [mark, label = ''] = REFERENCE.exec(src) ?? []
  if (mark === undefined || pos + mark.length > posMax || !footnotes.has(toLabel(label))) return false
  if (!isSilent) {
    const token = state.push('footnote_reference', '', 0)
    token.content = mark
    token.meta = { label: toLabel(label) }
  }
  state.pos += mark.length
  return true
}

type Note = { readonly label: string; readonly number: number; references: number }
/** A reference when it is known which note it points to: the how manieth of that note it is. */
type Reference = { readonly label: string; readonly number?: number; readonly nth?: number }

const toReferenceId = (label: string, nth: number): string => `fnref-${label}${nth > 1 ? `-${nth}` : ''}`

/** Takes the notes out of the text, numbers them and puts them at the end. */
function placeNotes(state: StateCore, parser: MarkdownIt): void {
  if ((state.env as Env).footnotes === undefined) return
  const { body, texts } = takeNotes(state.tokens)
  const notes = new Map<string, Note>()
  countReferences(body, notes)
  state.tokens = body
  if (notes.size === 0) return
  const push = (type: string, tag: string, nesting: -1 | 1, attrs?: [string, string]) => {
    const token = new state.Token(type, tag, nesting)
    token.block = true
    if (attrs) token.attrSet(...attrs)
    body.push(token)
  }
  push('footnotes_open', 'section', 1, ['class', 'footnotes'])
  push('ordered_list_open', 'ol', 1)
  const placed: { note: Note; inline: Token }[] = []
  // A note may point to others, which stand behind it then.
  for (const note of notes.values()) {
    const own = texts.get(note.label) ?? []
    countReferences(own, notes)
    push('list_item_open', 'li', 1, ['id', `fn-${note.label}`])
    const last = own.at(-1)?.type === 'paragraph_close' ? own.pop() : undefined
    for (const token of own) body.push(token)
    let inline = last && own.at(-1)
    if (!inline) {
      push('paragraph_open', 'p', 1)
      inline = new state.Token('inline', '', 0)
      inline.children = []
      body.push(inline)
    }
    placed.push({ note, inline })
    push('paragraph_close', 'p', -1)
    push('list_item_close', 'li', -1)
  }
  push('ordered_list_close', 'ol', -1)
  push('footnotes_close', 'section', -1)
  for (const { note, inline } of placed) linkBack({ note, inline, parser, TokenClass: state.Token })
}

/** The text without notes, and the tokens of each; of two with one label the first counts. */
function takeNotes(tokens: readonly Token[]): { body: Token[]; texts: Map<string, Token[]> } {
  const body: Token[] = []
  const texts = new Map<string, Token[]>()
  const open = [body]
  for (const token of tokens) {
    if (token.type === 'footnote_open') {
      const own: Token[] = []
      const { label } = token.meta as Reference
      if (!texts.has(label)) texts.set(label, own)
      open.push(own)
    } else if (token.type === 'footnote_close') open.pop()
    else open.at(-1)!.push(token)
  }
  return { body, texts }
}

function countReferences(tokens: readonly Token[], notes: Map<string, Note>): void {
  for (const { children } of tokens)
    for (const token of children ?? []) {
      if (token.type === 'image') countReferences([token], notes)
      if (token.type !== 'footnote_reference') continue
      const { label } = token.meta as Reference
      const note = notes.get(label) ?? { label, number: notes.size + 1, references: 0 }
      notes.set(label, note)
      token.meta = { label, number: note.number, nth: ++note.references } satisfies Reference
    }
}

type Back = { readonly note: Note; readonly inline: Token; readonly parser: MarkdownIt; readonly TokenClass: typeof Token }

/** Ends a note with a link to each place that points to it. */
function linkBack({ note: { label, references }, inline, parser, TokenClass }: Back): void {
  const children = (inline.children ??= [])
  const push = (type: string, tag: string, nesting: -1 | 0 | 1, content = '') => {
    const token = new TokenClass(type, tag, nesting)
    token.content = content
    children.push(token)
    return token
  }
  for (let nth = 1; nth <= references; nth++) {
    if (children.length > 0) push('text', '', 0, ' ')
    const link = push('link_open', 'a', 1)
    link.attrSet('href', parser.normalizeLink(`#${toReferenceId(label, nth)}`))
    link.attrSet('class', 'footnote-backref')
    push('text', '', 0, nth === 1 ? '↩' : `↩${nth}`)
    push('link_close', 'a', -1)
  }
}

function writeReference({ content, meta }: Token, { utils: { escapeHtml }, normalizeLink }: MarkdownIt): string {
  const { label, number, nth = 1 } = meta as Reference
  if (number === undefined) return escapeHtml(content)
  const href = escapeHtml(normalizeLink(`#fn-${label}`))
  return `<sup class="footnote-ref"><a href="${href}" id="${escapeHtml(toReferenceId(label, nth))}">${number}</a></sup>`
}
