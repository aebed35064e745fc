import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { CST, Document, ScalarTag, Tags, YAMLMap } from 'yaml'
import { refuseLong } from '../refuse-long.ts'
import { syntaxError } from '../syntax-error.ts'

export type YamlVersion = '1.1' | '1.2'

/** Levels of nesting that are followed (the parser's time grows with their square). */
const MAX_YAML_DEPTH = 100
/** Longest text in 2^20 UTF-16 units; the parser takes about a second per MiB. */
export const MAX_YAML_MEBI = 5

type Yaml = typeof import('yaml')

/**
 * Reads every document of a YAML stream with its comments, anchors and styles. Throws `syntax_error` with the place,
 * `too_large` for nesting above {@link MAX_YAML_DEPTH} or texts above {@link MAX_YAML_MEBI}.
 */
export async function readYamlDocuments(text: string, version: YamlVersion): Promise<Document.Parsed[]> {
  return new Reader(text, await import('yaml'), version).read()
}

/** The same, each scalar being a text that is written again as it was: `1.10`, `0o14` and `yes` are no other values. */
export async function readYamlTexts(text: string, version: YamlVersion): Promise<Document.Parsed[]> {
  return new Reader(text, await import('yaml'), version).readTexts()
}

class Reader {
  readonly #text: string
  readonly #yaml: Yaml
  readonly #version: YamlVersion
  readonly #tokens: readonly CST.Token[]

  constructor(text: string, yaml: Yaml, version: YamlVersion) {
    refuseLong(text, MAX_YAML_MEBI)
    this.#text = text
    this.#yaml = yaml
    this.#version = version
    this.#tokens = dropLoneEnds(dropFurtherErrors(readTokens(text, yaml)))
    for (const token of this.#tokens) dropBehindError(token)
    this.#refuseDoubleDirectives()
  }

  read(): Document.Parsed[] {
    const documents = this.#compose()
    for (const { contents } of documents) new NodeChecker(this.#text, this.#yaml).check(contents)
    return documents
  }

  readTexts(): Document.Parsed[] {
    const documents = this.read()
    // What a tag says of a value is known to its schema only.
    if (this.#text.includes('!')) return this.#compose('failsafe')
    for (const document of documents) {
      this.#toTexts(document.contents)
      document.schema = new this.#yaml.Schema({ schema: 'failsafe' })
    }
    return documents
  }

  /** By the schema of the version, which a document may name itself (`%YAML 1.1`), or by another one. */
  #compose(schema?: 'failsafe'): Document.Parsed[] {
    const composer = new this.#yaml.Composer({
      version: this.#version,
      ...(schema && { schema }),
      intAsBigInt: true,
      prettyErrors: false,
      logLevel: 'silent',
      uniqueKeys: false,
      customTags: (tags) => tags.map(withoutLetters),
    })
    const documents: Document.Parsed[] = []
    for (const token of this.#tokens) documents.push(...composer.next(token))
    documents.push(...composer.end())
    for (const { errors } of documents) {
      const [error] = errors
      if (error) throw syntaxError({ format: 'YAML', text: this.#text, offset: error.pos[0], reason: toReason(error) })
    }
    this.#refuseLoneDirective()
    return documents
  }

  /** A directive is part of a document (YAML 1.2 §9.1.4); at the end of a stream the library passes one over that has none. */
  #refuseLoneDirective(): void {
    const last = this.#tokens.findLast(({ type }) => type === 'directive' || type === 'document')
    if (last?.type !== 'directive') return
    throw syntaxError({ format: 'YAML', text: this.#text, offset: last.offset, reason: NO_DOCUMENT })
  }

  /** A document has one version, and one prefix for each handle of tags (YAML 1.2 §6.8); the library takes the last one. */
  #refuseDoubleDirectives(): void {
    const seen = new Set<string>()
    for (const token of this.#tokens) {
      if (token.type === 'document') seen.clear()
      if (token.type !== 'directive') continue
      const [name] = /^%YAML(?!\S)|^%TAG\s+\S+/.exec(token.source) ?? []
      if (name === undefined) continue
      const key = name.replace(/\s+/, ' ')
      if (seen.size === seen.add(key).size)
        throw syntaxError({ format: 'YAML', text: this.#text, offset: token.offset, reason: toSecondDirective(key) })
    }
  }

  #toTexts(node: unknown): void {
    if (this.#yaml.isScalar(node)) {
      if (typeof node.value !== 'string') node.value = node.source
    } else if (this.#yaml.isPair(node)) {
      this.#toTexts(node.key)
      this.#toTexts(node.value)
    } else if (this.#yaml.isCollection(node)) for (const item of node.items) this.#toTexts(item)
  }
}

const BOOLEAN = 'tag:yaml.org,2002:bool'
/** `y` and `n`, which the letter of YAML 1.1 calls booleans and its readers do not. */
const LETTERS = /(?<=^\^\(\?:)(?:Y\|y|N\|n)\|/

/** A tag that takes no single letter for a boolean. */
function withoutLetters(tag: Tags[number]): Tags[number] {
  const { tag: name, test } = Object(tag) as Partial<ScalarTag>
  return name === BOOLEAN && test ? { ...(tag as ScalarTag), test: new RegExp(test.source.replace(LETTERS, '')) } : tag
}

const MAY_END: ReadonlySet<string> = new Set(['space', 'newline', 'comment', 'flow-seq-end', 'flow-map-end'])

/** Only the first of some errors in a row is told; each is an exception with a trace of its own. */
function dropFurtherErrors(tokens: Iterable<CST.Token>): CST.Token[] {
  const kept: CST.Token[] = []
  for (const token of tokens) if (token.type !== 'error' || kept.at(-1)?.type !== 'error') kept.push(token)
  return kept
}

/**
 * Leaves out each `...` that ends no document (YAML 1.2 §9.2), for which the library reads one of nothing; comments behind it stay.
 * A directive wants its document all the same.
 */
function dropLoneEnds(tokens: readonly CST.Token[]): CST.Token[] {
  const kept: CST.Token[] = []
  let isDirected = false
  for (const [index, token] of tokens.entries()) {
    const isNothing = token.type === 'document' && token.start.length === 0 && !token.value && !isDirected
    if (isNothing && tokens[index + 1]?.type === 'doc-end') continue
    const before = tokens[index - 1]
    if (token.type === 'doc-end' && before?.type === 'document' && before !== kept.at(-1)) kept.push(...(token.end ?? []))
    else kept.push(token)
    isDirected = token.type === 'directive' || (isDirected && token.type !== 'document')
  }
  return kept
}

/** Leaves out what stands behind the first thing that is an error behind the value of a document: each is one more. */
function dropBehindError(token: CST.Token): void {
  if (token.type !== 'document' || !token.value || !('end' in token.value) || !token.value.end) return
  const { end } = token.value
  const first = end.findIndex(({ type }) => !MAY_END.has(type))
  if (first >= 0) end.splice(first + 1)
}

/** What the lexer adds that is no part of the text. */
const MARKS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f', '\ufeff'])

/** The tokens of the stream. What opens on the way is counted before it reaches a parser that may recurse. */
function* readTokens(text: string, { Lexer, Parser }: Yaml): Generator<CST.Token> {
  const parser = new Parser()
  let [flow, run, offset] = [0, 0, 0]
  for (const token of new Lexer().lex(text)) {
    const first = token[0]
    if (token === '[' || token === '{') flow++
    else if (token === ']' || token === '}') flow = Math.max(0, flow - 1)
    if (token === '-' || token === '?') run++
    else if (first !== ' ' && first !== '\t') run = 0
    if (flow > MAX_YAML_DEPTH || run > MAX_YAML_DEPTH)
      throw new AppError('too_large', {
        field: { en: 'Nesting', zh: '嵌套层数' },
        limit: { en: `${MAX_YAML_DEPTH} levels`, zh: `${MAX_YAML_DEPTH} 层` },
        got: { en: `more, at offset ${Math.min(offset, text.length)}`, zh: `偏移 ${Math.min(offset, text.length)} 处超出` },
      })
    if (!MARKS.has(token)) offset += token.length
    yield* parser.next(token)
  }
  yield* parser.end()
}

/** Refuses keys that stand twice (the library compares each key with all before it) and aliases before their anchor. */
class NodeChecker {
  readonly #text: string
  readonly #yaml: Yaml
  readonly #anchors = new Set<string>()

  constructor(text: string, yaml: Yaml) {
    this.#text = text
    this.#yaml = yaml
  }

  check(node: unknown): void {
    if (this.#yaml.isAlias(node)) {
      if (this.#anchors.has(node.source)) return
      const reason = { en: `no anchor &${node.source} before this alias`, zh: `此别名之前没有锚点 &${node.source}` }
      throw syntaxError({ format: 'YAML', text: this.#text, offset: node.range?.[0] ?? 0, reason })
    }
    if (this.#yaml.isPair(node)) {
      this.check(node.key)
      this.check(node.value)
    } else if (this.#yaml.isNode(node)) {
      if (node.anchor) this.#anchors.add(node.anchor)
      if (this.#yaml.isMap(node)) this.#refuseDoubles(node)
      if (this.#yaml.isCollection(node)) for (const item of node.items) this.check(item)
    }
  }

  #refuseDoubles({ items }: YAMLMap): void {
    const seen = new Set<unknown>()
    for (const { key } of items) {
      // Not a number is never the same, nor are two keys that are no scalars.
      if (!this.#yaml.isScalar(key) || Number.isNaN(key.value)) continue
      if (seen.size !== seen.add(key.value).size) continue
      const reason = toReason({ code: 'DUPLICATE_KEY', message: 'Map keys must be unique' })
      throw syntaxError({ format: 'YAML', text: this.#text, offset: key.range?.[0] ?? 0, reason })
    }
  }
}

/** What is wrong, by the parser's code. */
const REASONS: Readonly<Record<string, Text>> = {
  ALIAS_PROPS: { en: 'an alias takes no anchor or tag', zh: '别名不能带锚点或标签' },
  BAD_ALIAS: { en: 'expected a name after & or *, without a colon at its end', zh: '别名写法有误，或引用了不存在的锚点' },
  BAD_COLLECTION_TYPE: { en: 'the tag does not fit what it stands before', zh: '标签与其后的内容不符' },
  BAD_DIRECTIVE: { en: 'expected a directive such as %YAML 1.2', zh: '指令写法有误，例如应为 %YAML 1.2' },
  BAD_DQ_ESCAPE: { en: 'a string in double quotes has an escape that YAML does not know', zh: '双引号字符串中有无效的转义' },
  BAD_INDENT: { en: 'the indentation does not fit the lines above', zh: '缩进有误' },
  BAD_PROP_ORDER: { en: 'an anchor or a tag must stand behind the indicator', zh: '锚点与标签的位置有误' },
  BAD_SCALAR_START: {
    en: 'a value without quotes must not begin with this character; put it in quotes',
    zh: '此字符不能作为普通标量的开头，请加引号',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    en: 'a key with a value or a list must not begin in the same line behind a key; a quote or a line break may be missing',
    zh: '键名后不能在同一行再嵌套映射或列表（可能少了引号或换行）',
  },
  BLOCK_IN_FLOW: { en: 'between brackets or braces only their own notation may stand', zh: '方括号或花括号内不能使用块结构' },
  DUPLICATE_KEY: { en: 'this key stands twice', zh: '键名重复' },
  IMPOSSIBLE: { en: 'this cannot be read', zh: '无法解析' },
  KEY_OVER_1024_CHARS: { en: 'a key has at most 1,024 characters', zh: '键名超过 1024 个字符' },
  MISSING_CHAR: {
    en: 'a quote, a colon, a space or a line break is missing',
    zh: '缺少必要的字符（引号、冒号、空格或换行）',
  },
  MULTILINE_IMPLICIT_KEY: {
    en: 'a key must not run over several lines; a colon may be missing',
    zh: '键名不能跨行（可能少了冒号）',
  },
  MULTIPLE_ANCHORS: { en: 'a value takes one anchor', zh: '一个节点只能有一个锚点' },
  MULTIPLE_DOCS: { en: 'there are several documents', zh: '包含多个文档' },
  MULTIPLE_TAGS: { en: 'a value takes one tag', zh: '一个节点只能有一个标签' },
  NON_STRING_KEY: { en: 'a key must be a text', zh: '键名必须是字符串' },
  RESOURCE_EXHAUSTION: { en: 'the aliases would grow too large', zh: '别名展开过多，已拒绝' },
  TAB_AS_INDENT: { en: 'expected spaces as indentation, got a tab', zh: '不能使用制表符缩进，请改用空格' },
  TAG_RESOLVE_FAILED: { en: 'this tag is not known', zh: '无法识别的标签' },
  UNEXPECTED_TOKEN: { en: 'this is not expected here', zh: '此处不应出现该内容' },
}

const NO_DOCUMENT: Text = {
  en: 'a directive (%) needs a line with --- and a document below it',
  zh: '指令（%）下方须有 --- 行和文档',
}

const toSecondDirective = (name: string): Text => ({
  en: `a document takes one directive ${name}; this is a second one`,
  zh: `每个文档只能有一个 ${name} 指令，此处重复`,
})

/** What the parser says in so many words, where its code alone says too little; $1 is the group of the pattern. */
const SAID: readonly (readonly [RegExp, Text])[] = [
  [/^Flow \w+ must end with a (.)$/, { en: 'a “$1” is missing at the end', zh: '缺少结尾的“$1”' }],
  [
    /^.* must be sufficiently indented and end with a (.)$/,
    { en: 'a “$1” is missing, or this line is indented too little', zh: '缺少“$1”，或缩进有误' },
  ],
  [/^Missing closing (["'])quote$/, { en: 'the closing quote $1 is missing', zh: '缺少结尾的引号 $1' }],
  [/^Missing , or : between .*$/, { en: 'a comma or a colon is missing before this', zh: '两项之间缺少逗号或冒号' }],
  [/^Missing , between .*$/, { en: 'a comma is missing before this', zh: '两项之间缺少逗号' }],
  [/^Missing space after : .*$/, { en: 'a space is missing after the colon', zh: '冒号之后缺少空格' }],
  [/^Unexpected (?:,|empty item) in .*$/, { en: 'a comma too many', zh: '此处多了一个逗号' }],
  [
    /^Implicit map keys need to be followed by map values$/,
    { en: 'expected a colon and a value after this key', zh: '键名之后缺少冒号和值' },
  ],
  [/^Sequence item without - indicator$/, { en: 'a “- ” is missing before this item', zh: '列表项之前缺少“- ”' }],
  [
    /^All sequence items must start at the same column$/,
    { en: 'the items of a list must begin in the same column', zh: '同一列表的各项应从同一列开始' },
  ],
  [
    /^All mapping items must start at the same column$/,
    { en: 'the keys of one mapping must begin in the same column', zh: '同一映射的各键应从同一列开始' },
  ],
  [/^Comments must be separated .*$/, { en: 'a space is missing before the # of a comment', zh: '注释的 # 之前应有空格' }],
  [/^Tags and anchors must be separated .*$/, { en: 'a space is missing after the tag or anchor', zh: '标签或锚点之后应有空格' }],
  [
    /^Invalid escape sequence (.*)$/,
    { en: 'a string in double quotes has no escape $1; write \\\\, or use single quotes', zh: '双引号字符串中不能有转义 $1' },
  ],
  [
    /^Plain value cannot start with (?:reserved )?(?:character |block scalar indicator )?(.+)$/,
    { en: 'a value without quotes must not begin with $1; put it in quotes', zh: '不加引号的值不能以 $1 开头，请加引号' },
  ],
  [
    /^Block scalar .*indented.*$/,
    { en: 'the lines of a block text must be indented more than their key', zh: '块标量的各行应比其键缩进更多' },
  ],
  [/^Unexpected .* at node end$/, { en: 'the value has ended before this', zh: '值已结束，此处不应再有内容' }],
  [/^Verbatim tags must end with a >$/, { en: 'the “>” at the end of the tag is missing', zh: '标签缺少结尾的“>”' }],
]

function toReason({ code, message }: { code: string; message: string }): Text {
  if (message.startsWith('Missing directives-end')) return NO_DOCUMENT
  const [pattern, words] = SAID.find(([said]) => said.test(message)) ?? []
  if (pattern && words) return { en: message.replace(pattern, words.en), zh: message.replace(pattern, words.zh) }
  return REASONS[code] ?? { en: message, zh: '语法有误' }
}
