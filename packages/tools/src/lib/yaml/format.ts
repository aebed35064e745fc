import type { CollectionTag, Scalar, ScalarTag } from 'yaml'
import { AppError } from '@octet/core/errors.ts'
import { escapeYaml } from '@octet/core/escape-yaml.ts'
import type { Text } from '@octet/core/text.ts'
import { refuseLong } from '../refuse-long.ts'
import { syntaxError } from '../syntax-error.ts'
import { readCommonYaml } from './common.ts'
import type { YamlFormat } from './format-options.ts'
import { MAX_YAML_MEBI, readYamlTexts } from './read.ts'
import { NOT_PLAIN_IN_FLOW, writeCommonYaml } from './write-common.ts'

/** Layouts in a row of keys that are sorted with their comments. */
const MAX_PASSES = 4

/**
 * Formats YAML as {@link formatByLibrary} does. What is written as most people do is read and written by ourselves, which
 * takes a fifteenth of the time.
 */
export async function formatYaml(text: string, format: YamlFormat): Promise<string> {
  refuseLong(text, MAX_YAML_MEBI)
  let result = await formatOnce(text, format)
  // A comment that has come with its key to the top of a mapping is read as one of the mapping next time.
  for (let pass = 1; format.sortsKeys && pass < MAX_PASSES && result.includes('#'); pass++) {
    const next = await formatOnce(result, format)
    if (next === result) break
    result = next
  }
  return result
}

async function formatOnce(text: string, format: YamlFormat): Promise<string> {
  const comments = readComments(text)
  if (comments) return format.isFlow ? '' : comments
  const documents = readCommonYaml(text)
  return (documents && writeCommonYaml(documents, format)) ?? formatByLibrary(text, format)
}

/** The lines of a text that holds comments alone, or ends of no document: no document, of which the library would write nothing. */
function readComments(text: string): string | undefined {
  if (!/^\s*(?:#|\.\.\.\s)/.test(text)) return undefined
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^\.\.\.(?!\S)/, '').trim())
  if (lines.some((line) => line !== '' && !line.startsWith('#'))) return undefined
  const comments = lines
    .filter((line, at) => line !== '' || (at > 0 && lines[at - 1] !== ''))
    .join('\n')
    .trim()
  return comments && `${comments}\n`
}

/**
 * Formats YAML; comments, anchors, aliases, tags, key order and the spelling of every plain value stay
 * (`yes`, `1.10`, `0o14` are never read as anything). Throws `syntax_error`, `too_large`.
 */
export async function formatByLibrary(
  text: string,
  { indent, version, isFlow = false, indentsLists = false, sortsKeys = false }: YamlFormat,
): Promise<string> {
  const documents = await readYamlTexts(text, version)
  const { isCollection, isMap, isNode, isScalar, isSeq, Scalar, visit } = await import('yaml')
  if (text.includes('{{'))
    for (const document of documents)
      visit(document, {
        Map: (_, { range }) => {
          if (range && TEMPLATE.test(text.slice(range[0], range[0] + 200)))
            throw syntaxError({ format: 'YAML', text, offset: range[0], reason: TEMPLATE_REASON })
        },
      })
  const parts = documents.map((document, index) => {
    if (index > 0) document.directives.docStart = true
    if (isFlow) stripComments(document)
    if (sortsKeys)
      visit(document, {
        Map: (_, map) => {
          const first = map.items[0]
          map.items.sort((a, b) =>
            isScalar(a.key) && isScalar(b.key) ? compareTexts(String(a.key.value), String(b.key.value)) : 0,
          )
          swapSpace(first?.key, map.items[0]?.key)
        },
      })
    if (sortsKeys) refuseEarlyAliases(document)
    // The library writes no value beside others that have one only where its schema knows null, as that for texts does not.
    visit(document, {
      Map: (_, { flow, items }) => {
        if (flow || items.every(({ value }) => value === null)) return
        for (const pair of items)
          if (pair.value === null) pair.value = Object.assign(new Scalar(''), { type: 'PLAIN', source: '' })
      },
    })
    if (isFlow)
      visit(document, {
        Map: (_, node) => void (node.flow = true),
        Seq: (_, node) => void (node.flow = true),
        Scalar: (_, node, path) => {
          const value = String(node.value)
          // Between brackets nothing is no item.
          if (isSeq(path.at(-1)) && node.type === 'PLAIN' && !node.source && !node.tag && !node.anchor) node.value = 'null'
          if (node.type !== 'PLAIN' || !NOT_PLAIN_IN_FLOW.test(value)) return
          node.type = value.includes('"') && !value.includes("'") ? 'QUOTE_SINGLE' : 'QUOTE_DOUBLE'
        },
      })
    let isExplicit = false
    const ofLists = new WeakSet<object>()
    visit(document, {
      Pair: (_, { key }) => void (isExplicit ||= isCollection(key) || (isScalar(key) && isLongKey(key))),
      Scalar: (_, node, path) => void (isSeq(path.at(-1)) && ofLists.add(node)),
    })
    // The library puts what begins behind “? ” or “: ” in the third column and the rest of it in that of the indentation.
    const width = isExplicit ? 2 : indent
    document.schema.tags = document.schema.tags.map((tag) =>
      withRightText(tag, (node, isRoot) => (isRoot || ofLists.has(node) ? 2 : width)),
    )
    const written = document.toString({
      indent: width,
      lineWidth: 0,
      minContentWidth: MIME_LINE, // of bytes, which are folded all the same
      indentSeq: indentsLists,
      flowCollectionPadding: false,
      ...(isFlow ? { collectionStyle: 'flow' as const } : {}),
    })
    const { contents } = document
    const isEmpty = contents === null || (isScalar(contents) && contents.type === 'PLAIN' && !contents.source)
    return isEmpty ? withoutGaps(written) : written
  })
  /** Gives the key that was the first one the empty line before the key that is it now, where it would only part it from nothing. */
  function swapSpace(before: unknown, now: unknown): void {
    if (before === now || !isNode(before) || !isNode(now)) return
    const { spaceBefore = false } = before
    before.spaceBefore = now.spaceBefore ?? false
    now.spaceBefore = spaceBefore
  }
  /** An alias that sorting has put before its anchor. */
  function refuseEarlyAliases(document: (typeof documents)[number]): void {
    const anchors = new Set<string>()
    visit(document, {
      Value: (_, { anchor }) => void (anchor && anchors.add(anchor)),
      Alias: (_, { source }) => {
        if (!anchors.has(source)) throw new AppError('unsupported_value', { got: `*${source}`, reason: EARLY_ALIAS })
      },
    })
  }
  function stripComments(document: (typeof documents)[number]): void {
    document.comment = null
    document.commentBefore = null
    visit(document, {
      Node: (_, node) => {
        node.comment = null
        node.commentBefore = null
        node.spaceBefore = false
        if (isMap(node)) node.flow = true
      },
    })
  }
  return parts.join('')
}

/**
 * A tag that writes what the library does not. In double quotes it escapes what must not stand as it is (YAML 1.2 §5.1), or
 * what YAML 1.1 takes for a line break. A block text that is a whole document is indented: libyaml reads nothing of it
 * otherwise. Where it begins with a space its header says by how much it is indented (§8.1.1.1), not always 2.
 */
function withRightText<T extends CollectionTag | ScalarTag>(tag: T, toWidth: (node: object, isRoot: boolean) => number): T {
  if (!('stringify' in tag) || !tag.stringify) return tag
  const { stringify } = tag
  const right: ScalarTag['stringify'] = (item, context, ...rest) => {
    const text = stringify(item, { ...context, forceBlockIndent: true }, ...rest)
    if (text.startsWith('"')) return escapeYaml(text)
    return text.replace(/^([|>])2/, (_, mark: string) => `${mark}${toWidth(item, context.indent === '')}`)
  }
  return { ...tag, stringify: right }
}

/** A document of nothing without the empty lines that the library writes for it, one more each time. */
const withoutGaps = (written: string): string => written.replace(/^---\n+/m, '---\n').replace(/\n+(?=\n(?:\.\.\.\n)?$)/, '')

/** What is written as `? key`: a block text, or more than an implicit key may have (YAML 1.2 §7.4.3). */
const isLongKey = ({ type, value }: Scalar): boolean => (type?.startsWith('BLOCK') ?? false) || String(value).length > 1000

/** Characters of a line of base64 (RFC 2045 §6.8). */
const MIME_LINE = 76

/** Helm, Jinja: YAML reads it as a map in a map, and would be written so. */
const TEMPLATE = /^\{\{[-~]?[^{}]+\}\}/
const TEMPLATE_REASON: Text = {
  en: 'this template is not YAML yet: render it first, or put it in quotes',
  zh: '这是尚未渲染的模板，并非 YAML：请先渲染，或加上引号',
}

const EARLY_ALIAS: Text = {
  en: 'after sorting, this alias would come before its anchor, which YAML does not allow; do not sort the keys, or rename the one with the anchor',
  zh: '按键名排序后，此别名会排到其锚点之前，YAML 不允许；请不要排序，或给锚点所在的键改名',
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
