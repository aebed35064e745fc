import type { CommonDocument, CommonList, CommonMap, CommonNode, CommonPair, CommonScalar, Gap } from './common-document.ts'
import { unquote } from './common-keys.ts'
import type { YamlFormat } from './format-options.ts'
import { cutEnd } from '../cut-end.ts'

type Layout = Omit<YamlFormat, 'version'>

/** Characters, with its quotes, of a double-quoted value above which the library breaks it at its line breaks. */
const BROKEN_FROM = 40

/** What a value without quotes cannot have between braces: in YAML 1.1 a question mark or a colon in front neither (§9.1.3). */
export const NOT_PLAIN_IN_FLOW = /[[\]{},?]|^:/

/** Writes documents as the library does; nothing where one has what is not written here. */
export function writeCommonYaml(documents: readonly CommonDocument[], format: Layout): string | undefined {
  const write = format.isFlow ? writeFlow : writeBlocks
  const parts: string[] = []
  for (const document of documents) {
    const part = write(document, format)
    if (part === undefined) return undefined
    parts.push(part)
  }
  return parts.join('')
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function writeFlow({ isMarked, root }: CommonDocument, { sortsKeys = false }: Layout): string | undefined {
  let isKnown = true
  const write = (node: CommonNode): string => toProperties(node) + writeBare(node)
  const writeBare = (node: CommonNode): string => {
    if (node.type === 'alias' && sortsKeys) isKnown = false
    if (node.type === 'map') {
      const pairs = sortsKeys ? sortPairs(node) : node.pairs
      return `{${pairs.map(({ key, value }) => `${writeScalar(key)}:${value.type === 'plain' && value.text === '' ? '' : ` ${write(value)}`}`).join(', ')}}`
    }
    if (node.type === 'list') return `[${node.items.map(({ value }) => write(value)).join(', ')}]`
    return writeScalar(node)
  }
  const writeScalar = (scalar: CommonScalar): string => {
    if (scalar.type === 'literal' || scalar.type === 'folded' || isBroken(scalar)) isKnown = false
    return scalar.type === 'plain' && NOT_PLAIN_IN_FLOW.test(scalar.text) ? quote(scalar.text) : toText(scalar)
  }
  const text = write(root)
  return isKnown ? `${isMarked ? '---\n' : ''}${text}\n` : undefined
}

const sortPairs = ({ pairs }: CommonMap) => pairs.toSorted((a, b) => compareTexts(toKeyValue(a.key), toKeyValue(b.key)))

/** The same in blocks: an empty line that stood before the pair that is now the first stands before the one that was it. */
function sortBlock(map: CommonMap): CommonPair[] {
  const pairs = sortPairs(map)
  const [before] = map.pairs
  const [now] = pairs
  if (before === now || !before || !now) return pairs
  const withSpace = (pair: CommonPair, { hasSpace }: Gap) => ({ ...pair, gap: { ...pair.gap, hasSpace } })
  return pairs.map((pair) => (pair === before ? withSpace(pair, now.gap) : pair === now ? withSpace(pair, before.gap) : pair))
}

const toKeyValue = ({ type, text }: CommonScalar) => (type === 'double' ? unquote(text) : text)

/** In the quotes that need no escape. */
function quote(text: string): string {
  return text.includes('"') && !text.includes("'") ? `'${text}'` : JSON.stringify(text)
}

/** What stands before a value, with a space behind each. */
function toProperties({ anchor, tag }: CommonNode): string {
  return `${anchor === undefined ? '' : `&${anchor} `}${tag === undefined ? '' : `!${tag} `}`
}

function toText({ type, text }: CommonScalar): string {
  if (type === 'alias') return `*${text}`
  return type === 'single' ? `'${text.replaceAll("'", "''")}'` : text
}

const isBroken = ({ type, text }: CommonScalar) =>
  type === 'double' && text.includes('\\n') && (text.length >= BROKEN_FROM || text.includes(' \\n'))

function writeBlocks(document: CommonDocument, format: Layout): string | undefined {
  const writer = new BlockWriter(format)
  return writer.write(document)
}

class BlockWriter {
  readonly #step: string
  readonly #indentsLists: boolean
  readonly #sortsKeys: boolean
  readonly #lines: string[] = []
  #isKnown = true

  constructor({ indent, indentsLists = false, sortsKeys = false }: Layout) {
    this.#step = ' '.repeat(indent)
    this.#indentsLists = indentsLists
    this.#sortsKeys = sortsKeys
  }

  write({ isMarked, head, root, tail }: CommonDocument): string | undefined {
    const top = isMarked ? head : { hasSpace: false, comment: head.comment.replaceAll(/\n{3,}/g, '\n\n') }
    if (isMarked) this.#lines.push('---')
    // Comments at the very beginning belong to what they stand before, where no empty line comes between.
    const isOfFirst = !isMarked && !top.comment.endsWith('\n\n')
    if (!isOfFirst) this.#putGap(top, '')
    this.#putNode(isOfFirst ? withGap(root, top) : root, '', '')
    if (tail) {
      this.#lines.push('')
      for (const line of cutEnd(tail, '\n').split('\n')) this.#lines.push(toComment(line))
    }
    return this.#isKnown ? `${this.#lines.join('\n')}\n` : undefined
  }

  #putNode(node: CommonMap | CommonList, indent: string, first: string): void {
    if (node.type === 'map') this.#putMap(node, indent, first)
    else this.#putList(node, indent, first)
  }

  #putMap(map: CommonMap, indent: string, first: string): void {
    const pairs = this.#sortsKeys ? sortBlock(map) : map.pairs
    for (const [index, { gap, key, inner, value }] of pairs.entries()) {
      const start = this.#putGap(gap, indent, index === 0 ? first : undefined) + toText(key) + ':'
      if (isBroken(key)) this.#isKnown = false
      if (!isBlock(value)) {
        this.#putValue(start, value, indent + this.#step)
        if (inner.hasSpace) this.#lines.push('')
        continue
      }
      const properties = toProperties(value)
      this.#lines.push(`${start} ${properties}`.trimEnd())
      const below = indent + this.#step
      const isLevel = value.type === 'list' && !properties && !this.#indentsLists && this.#step.length >= 2
      const deeper = isLevel ? below.slice(2) : below
      this.#putGap(inner, deeper)
      this.#putNode(value, deeper, deeper)
    }
  }

  #putList({ items, tail }: CommonList, indent: string, first: string): void {
    for (const [index, { gap, value }] of items.entries()) {
      const start = `${this.#putGap(gap, indent, index === 0 ? first : undefined)}-`
      const properties = toProperties(value)
      if (isBlock(value) && properties) {
        this.#lines.push(`${start} ${properties.trimEnd()}`)
        this.#putNode(value, `${indent}  `, `${indent}  `)
      } else if (isBlock(value)) this.#putNode(value, `${indent}  `, `${start} `)
      else this.#putValue(start, value, `${indent}  `)
    }
    if (tail) this.#putGap({ hasSpace: false, comment: tail }, indent)
  }

  /** A value that begins on the line of its key or dash. */
  #putValue(start: string, value: CommonNode, indent: string): void {
    const comment = value.comment ? ` ${toComment(value.comment)}` : ''
    if (value.type === 'literal' || value.type === 'folded') {
      this.#lines.push(`${start} ${toProperties(value)}${value.type === 'literal' ? '|' : '>'}${value.chomps ? '-' : ''}`)
      const text = value.type === 'folded' ? value.text.replaceAll(/\n+/g, '\n$&') : value.text
      for (const line of text.split('\n')) this.#lines.push(line && indent + line)
      return
    }
    const text = this.#toInline(value)
    this.#lines.push(`${start}${text && ' '}${text}${comment}`)
  }

  #toInline(node: CommonNode): string {
    return toProperties(node) + this.#toBareInline(node)
  }

  #toBareInline(node: CommonNode): string {
    // Sorted, an alias may come before its anchor.
    if (node.type === 'alias' && this.#sortsKeys) this.#isKnown = false
    if (node.type === 'map') {
      const pairs = this.#sortsKeys ? sortPairs(node) : node.pairs
      return `{${pairs.map(({ key, value }) => `${this.#toInline(key)}: ${this.#toInline(value)}`).join(', ')}}`
    }
    if (node.type === 'list') return `[${node.items.map(({ value }) => this.#toInline(value)).join(', ')}]`
    if (isBroken(node)) this.#isKnown = false
    return toText(node)
  }

  /** Gives what the next line begins with: what the first one would have. */
  #putGap({ hasSpace, comment }: Gap, indent: string, first?: string): string {
    let start = first ?? indent
    let isFirst = first !== undefined
    const put = (line: string) => {
      this.#lines.push(isFirst ? start + line : line && indent + line)
      start = indent
      isFirst = false
    }
    if (hasSpace) put('')
    if (comment) for (const line of comment.slice(0, -1).split('\n')) put(toComment(line))
    return start
  }
}

/** The same with something before its first pair or item. */
function withGap(root: CommonMap | CommonList, gap: Gap): CommonMap | CommonList {
  if (root.type === 'map') return { ...root, pairs: root.pairs.map((pair, index) => (index === 0 ? { ...pair, gap } : pair)) }
  return { ...root, items: root.items.map((item, index) => (index === 0 ? { ...item, gap } : item)) }
}

const isBlock = (node: CommonNode): node is CommonMap | CommonList =>
  (node.type === 'map' || node.type === 'list') && !node.isFlow

/** A comment of one space is an empty one. */
const toComment = (comment: string) => (comment === '# ' ? '#' : comment)
