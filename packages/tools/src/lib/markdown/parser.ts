import { AppError } from '@octet/core/errors.ts'
import type { MarkdownIt, Token } from 'markdown-it'
import { isSafeAddress } from '../html/safe-address.ts'
import { readFootnotes } from './footnotes.ts'
import { makeLightTokens } from './light-tokens.ts'
import { keepLabelEnds } from './link-label.ts'
import { strikeAsGitHub } from './strike.ts'
import { markTasks } from './tasks.ts'

/** Levels of lists and quotes inside each other; what stands deeper would be left out by the parser. */
const MAX_DEPTH = 100
/** Longest bare address that begins with `www.`. */
const MAX_ADDRESS = 2048

export type MarkdownOptions = {
  /** HTML in the text is HTML in the result; otherwise it is shown as text. */
  readonly hasHtml: boolean
  /** A line break of the text is one in the result. */
  readonly isBroken?: boolean
}

/** A parser of CommonMark with GitHub's tables, task lists, strikethrough, footnotes and bare addresses. */
export async function createMarkdown({ hasHtml, isBroken = false }: MarkdownOptions): Promise<MarkdownIt> {
  const { default: createParser } = await import('markdown-it')
  const parser = createParser({ html: hasHtml, breaks: isBroken, linkify: true, maxNesting: MAX_DEPTH })
  parser.validateLink = isSafeAddress
  linkBareAddresses(parser)
  keepLabelEnds(parser)
  strikeAsGitHub(parser)
  readFootnotes(parser)
  makeLightTokens(parser, createParser.Token)
  parser.renderer.rules.s_open = () => '<del>'
  parser.renderer.rules.s_close = () => '</del>'
  parser.core.ruler.after('inline', 'tasks', ({ tokens }) => markTasks(tokens))
  return parser
}

/** A mail address as GitHub finds it (GFM §6.9): behind Chinese words and marks, too, where the library wants white space. */
const MAIL_NAME = /(?:^|[^\w.+/-])([\w.+-]+)$/
const MAIL_HOST = /@(?:[\w-]+\.)+[\w-]*[A-Za-z\d](?![\w-])/g

/** Signs that end a sentence or emphasis, and an entity: no part of an address that they end (GFM §6.9). */
const NO_ADDRESS = '?!.,:*_~'
const ENTITY = /&[A-Za-z\d]+$/

/** How much of an address that begins at a place belongs to it. */
function trimAddress(text: string, start: number, length: number): number {
  let end = start + length
  if (text[end] === ';') end = start + text.slice(start, end).replace(ENTITY, '').length
  while (end > start && NO_ADDRESS.includes(text.charAt(end - 1))) end--
  return end - start
}

/** GitHub links `https://…`, `www.…` and mail addresses, but no other name (GFM §6.9). */
function linkBareAddresses({ linkify }: MarkdownIt): void {
  const library = new (linkify.constructor as new () => typeof linkify)()
  for (const scheme of ['http:', 'https:', 'ftp:'])
    linkify.add(scheme, {
      validate: (text: string, pos: number) => trimAddress(text, pos, library.testSchemaAt(text, scheme, pos)),
    })
  linkify.set({ fuzzyLink: false, fuzzyEmail: true, fuzzyIP: false })
  linkify.re.get_mail_name_validator = () => MAIL_NAME
  linkify.re.get_fuzzy_mail_host_search = () => MAIL_HOST
  linkify.add('//', null)
  linkify.add('www.', {
    validate: (text: string, pos: number) =>
      Math.max(0, linkify.testSchemaAt(`http://www.${text.slice(pos, pos + MAX_ADDRESS)}`, 'http:', 5) - '//www.'.length),
    normalize: (match) => {
      match.url = `http://${match.url}`
    },
  })
}

/** Reads a text into tokens. Throws `too_large` with the place of what is nested too deeply. */
export function parseMarkdown(parser: MarkdownIt, text: string): Token[] {
  const tokens = parser.parse(text, {})
  const deep = tokens.find(({ level, nesting }) => nesting === 1 && level + 1 >= MAX_DEPTH)
  if (!deep) return tokens
  throw new AppError('too_large', {
    field: { en: 'Nesting', zh: '嵌套层数' },
    limit: { en: `${MAX_DEPTH} levels`, zh: `${MAX_DEPTH} 层` },
    got: `${MAX_DEPTH}+`,
    line: (deep.map?.[0] ?? 0) + 1,
  })
}
