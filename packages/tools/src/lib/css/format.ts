import type { Text } from '@octet/core/text.ts'
import type { AtRule, ChildNode, Comment, Container, Declaration, Root } from 'postcss'
import { syntaxError, toOffset } from '../syntax-error.ts'
import { splitAtCommas, tidyCss } from './pieces.ts'
import { MAX_CSS_DEPTH, tooDeepCss } from './too-deep.ts'

/** What the parser says at the beginning of its reason, in our words; {got} is what follows it there. */
const REASONS: Readonly<Record<string, Text>> = {
  'Unclosed block': { en: 'the “{” of this rule is never closed', zh: '此规则的大括号没有闭合' },
  'Unclosed comment': { en: 'this comment is never closed with */', zh: '注释没有以 */ 结束' },
  'Unclosed string': { en: 'this quote is never closed', zh: '字符串没有结束引号' },
  'Unclosed bracket': { en: 'this bracket is never closed', zh: '括号没有闭合' },
  'Unexpected }': { en: 'a “}” too many', zh: '多余的“}”' },
  'Unknown word': {
    en: 'expected a declaration such as color: red, got “{got}”',
    zh: '无法识别“{got}”，可能缺少冒号或分号',
  },
  'Missed semicolon': { en: 'a semicolon is missing before this', zh: '缺少分号' },
  'Double colon': { en: 'a colon too many', zh: '多了一个冒号' },
  'At-rule without name': { en: 'expected a name after @', zh: '@ 之后缺少名称' },
}

const BROKEN_STRING: Text = {
  en: 'this quote is not closed before the end of the line (a line break in a text is written \\a)',
  zh: '引号到行尾仍未闭合（文本中的换行请写作 \\a）',
}

/** Reads CSS (CSS Syntax 3, nesting included). Throws `syntax_error`, `too_large` for nesting above {@link MAX_CSS_DEPTH}. */
export async function parseCss(text: string): Promise<Root> {
  const { parse, CssSyntaxError } = await import('postcss')
  try {
    const root = parse(text)
    refuseBrokenStrings(text)
    refuseDeepCss(root)
    return root
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error
    const offset = toOffset(text, error.line ?? 1, error.column ?? 1)
    throw syntaxError({ format: 'CSS', text, offset, reason: toReason(error.reason) })
  }
}

function toReason(said: string): Text {
  const [start, words] = Object.entries(REASONS).find(([start]) => said.startsWith(start)) ?? ['', { en: said, zh: '语法有误' }]
  const fill = (text: string) => text.replace('{got}', () => said.slice(start.length).trim())
  return { en: fill(words.en), zh: fill(words.zh) }
}

/** Comments, unquoted URLs and escapes, in which quotes mean nothing; a string, to its quote or to the end of its line. */
const STRINGS =
  /\/\*[\s\S]*?\*\/|\burl\((?!\s*["'])(?:\\[\s\S]|[^\\)])*\)|(?<string>"(?:\\[\s\S]|[^"\\\n\r\f])*(?<end>"?)|'(?:\\[\s\S]|[^'\\\n\r\f])*(?<last>'?))|\\[\s\S]/giu

/** A string that goes over the end of its line makes browsers drop the declaration (CSS Syntax 3 §4.3.5); the parser lets it pass. */
function refuseBrokenStrings(text: string): void {
  for (const { index, groups = {} } of text.matchAll(STRINGS))
    if (groups['string'] && !groups['end'] && !groups['last'])
      throw syntaxError({ format: 'CSS', text, offset: index, reason: BROKEN_STRING })
}

function refuseDeepCss(root: Root): void {
  let level: ChildNode[] = root.nodes
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_CSS_DEPTH) throw tooDeepCss(depth)
    level = level.flatMap((node) => ('nodes' in node ? ((node.nodes as ChildNode[] | undefined) ?? []) : []))
  }
}

export type CssFormat = {
  /** One level of indentation; empty for the shortest form. */
  readonly indent: string
}

/**
 * Writes a style sheet rule by rule: every rule, declaration and at-rule comes out, in its order; only white space
 * (and, in the short form, comments other than `/*!`) changes. No value is rewritten, nothing is merged or dropped.
 */
export function writeCss(root: Root, { indent }: CssFormat): string {
  return indent ? `${writeLong(root, '', indent)}\n`.replace(/^\n$/, '') : writeShort(root)
}

function writeLong(container: Container, pad: string, indent: string): string {
  const lines: string[] = []
  const children = container.nodes ?? []
  children.forEach((node, index) => {
    const before = children[index - 1]
    const isBlock = 'nodes' in node && node.nodes !== undefined
    const wasBlock = before !== undefined && 'nodes' in before && before.nodes !== undefined
    if (before && (isBlock ? before.type !== 'comment' : wasBlock)) lines.push('')
    lines.push(writeNode(node, pad, indent))
  })
  return lines.join('\n')
}

function writeNode(node: ChildNode, pad: string, indent: string): string {
  switch (node.type) {
    case 'comment':
      return `${pad}${node.toString()}`
    case 'decl':
      return `${pad}${writeDeclaration(node, false)};`
    case 'rule':
      return `${writeSelector(node.raws.selector?.raw ?? node.selector, pad)}${writeComments(node.raws.between)} ${writeBody(node, pad, indent)}`
    case 'atrule':
      return `${pad}${writeAtRule(node, false)}${node.nodes ? ` ${writeBody(node, pad, indent)}` : ';'}`
  }
}

function writeBody(node: Container, pad: string, indent: string): string {
  const inner = writeLong(node, pad + indent, indent)
  return inner ? `{\n${inner}\n${pad}}` : '{\n' + pad + '}'
}

function writeSelector(selector: string, pad: string): string {
  return splitAtCommas(selector)
    .map((part) => pad + tidyCss(part, { isSelector: true, isShort: false }))
    .join(',\n')
}

function writeDeclaration(node: Declaration, isShort: boolean): string {
  const raw = node.raws.value?.raw ?? node.value
  // Old browsers' hacks: a mark before the name that postcss keeps aside.
  const hack = /[*_$]$/.exec(node.raws.before ?? '')?.[0] ?? ''
  const important = node.important ? (isShort ? '!important' : ' !important') : ''
  const gap = isShort ? '' : ' '
  // A custom property holds any tokens; its white space may mean something to a script.
  const [before, after] = isShort ? ['', ''] : splitAtColon(node.raws.between)
  const name = `${node.prop}${writeComments(before)}:${writeComments(after)}`
  if (node.prop.startsWith('--')) return `${name}${raw.trim() === '' ? ' ' : gap}${raw.trim()}${important}`
  return `${hack}${name}${gap}${tidyCss(raw, { isSelector: false, isShort })}${important}`
}

/** What the parser found between two parts, where it keeps comments aside: each with a space before it. */
function writeComments(between = ''): string {
  return (between.match(/\/\*[\s\S]*?\*\//g) ?? []).map((comment) => ` ${comment}`).join('')
}

/** What stands on either side of the colon of a declaration; one in a comment is none. */
function splitAtColon(between = ':'): [before: string, after: string] {
  const colon = [...between.matchAll(/\/\*[\s\S]*?\*\/|:/g)].find(([piece]) => piece === ':')?.index ?? 0
  return [between.slice(0, colon), between.slice(colon + 1)]
}

function writeAtRule(node: AtRule, isShort: boolean): string {
  const { afterName, between } = isShort ? {} : node.raws
  const tidy = tidyCss(node.raws.params?.raw ?? node.params, { isSelector: false, isShort })
  const params = CONDITIONAL.test(node.name) ? spaceFeatures(tidy, isShort) : tidy
  return `@${node.name}${writeComments(afterName)}${params ? ` ${params}` : ''}${writeComments(between)}`
}

const CONDITIONAL = /^(?:media|container|supports|import)$/i
/** `(width>=1px)`, `(1px<width<2px)`, `(min-width:1px)`; no function such as `selector(a:hover)`, and nothing with a quote or bracket in it. */
const FEATURE = /(?<![\w-])\([^()"'[\]\\]*\)/gu

/** Media features, queries of containers and declarations in parentheses with spaces where they are usual, or with none. */
function spaceFeatures(prelude: string, isShort: boolean): string {
  const gap = isShort ? '' : ' '
  return prelude.replaceAll(FEATURE, (feature) =>
    /^\([\w-]+\s*:/.test(feature)
      ? feature.replace(/\s*:\s*(?=[^)\s])/, `:${gap}`)
      : feature.replaceAll(/\s*([<>]=?|=)\s*/g, `${gap}$1${gap}`),
  )
}

const isKept = ({ text }: Comment): boolean => text.startsWith('!')

function writeShort(container: Container): string {
  const parts: string[] = []
  const children = container.nodes ?? []
  const last = children.findLastIndex((node) => node.type !== 'comment' || isKept(node))
  children.forEach((node, index) => {
    if (node.type === 'comment') {
      if (isKept(node)) parts.push(node.toString())
      return
    }
    if (node.type === 'decl')
      parts.push(`${writeDeclaration(node, true)}${index === last && container.type !== 'root' ? '' : ';'}`)
    else if (node.type === 'rule')
      parts.push(`${tidyCss(node.raws.selector?.raw ?? node.selector, { isSelector: true, isShort: true })}{${writeShort(node)}}`)
    else if (node.type === 'atrule')
      parts.push(node.nodes ? `${writeAtRule(node, true)}{${writeShort(node)}}` : `${writeAtRule(node, true)};`)
  })
  return parts.join('')
}
