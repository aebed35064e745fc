import { isJsonNumber } from '../json/number.ts'
import { NULL, readText, toEntry, toTextNode, type JsonEntry, type JsonNode, type JsonScalar } from '../json/tree.ts'
import type { CommonMap, CommonNode, CommonScalar } from './common-document.ts'
import type { YamlVersion } from './read.ts'

/** `y` and `n` are none, though the letter of 1.1 has them: its readers (PyYAML) give texts, so that `{x: 1, y: 2}` keeps its keys. */
const BOOLEANS: Readonly<Record<YamlVersion, Readonly<Record<'true' | 'false', RegExp>>>> = {
  '1.1': { true: /^(?:[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/, false: /^(?:[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/ },
  '1.2': { true: /^(?:[Tt]rue|TRUE)$/, false: /^(?:[Ff]alse|FALSE)$/ },
}
/** What may be a number other than JSON writes it, or in 1.1 a date or a time. */
const OTHER_NUMBER: Readonly<Record<YamlVersion, RegExp>> = {
  '1.1': /^(?:[-+.\d][-+.\d_:a-fxobtzin ]*|e[-+]?\d+)$/i,
  '1.2': /^(?:0o[0-7]+|[-+]?\d+|0x[\da-f]+|[-+]?\.inf|\.nan|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?)$/i,
}

/** The tree of documents that most people would write; nothing for one with more nodes than given, or with what is read elsewhere. */
export function commonToJson(
  roots: readonly CommonNode[],
  { version, maxNodes }: { readonly version: YamlVersion; readonly maxNodes: number },
): JsonNode[] | undefined {
  let nodes = 0
  let isKnown = true
  /** The latest node of each anchor, and those that are being read by an alias. */
  const anchors = new Map<string, CommonNode>()
  const open = new Set<CommonNode>()
  const read = (node: CommonNode): JsonNode => {
    if (++nodes > maxNodes) return NULL
    if (node.type === 'alias') return readAlias(node.text)
    if (node.anchor !== undefined) anchors.set(node.anchor, node)
    if (node.type === 'list') return { type: 'array', items: node.items.map(({ value }) => read(value)) }
    if (node.type === 'map') return { type: 'object', entries: readPairs(node) }
    return readScalar(node)
  }
  const readAlias = (anchor: string): JsonNode => {
    const target = anchors.get(anchor)!
    isKnown &&= !open.has(target)
    if (!isKnown) return NULL
    open.add(target)
    const value = read(target)
    open.delete(target)
    return value
  }
  const readPairs = ({ pairs }: CommonMap): JsonEntry[] => {
    const merge = pairs.find(({ key }) => key.type === 'plain' && key.text === '<<')
    if (!merge) return pairs.map(({ key, value }) => toEntry(readKey(key), read(value)))
    const own: JsonEntry[] = []
    let merged: readonly JsonEntry[] = []
    for (const pair of pairs)
      if (pair === merge) merged = readMerge(pair.value)
      else own.push(toEntry(readKey(pair.key), read(pair.value)))
    const taken = new Set(own.map(({ key }) => key))
    return [...merged.filter(({ key }) => taken.size !== taken.add(key).size), ...own]
  }
  const readMerge = (value: CommonNode): readonly JsonEntry[] => {
    const node = read(value)
    const maps = node.type === 'array' ? node.items : [node]
    // What is no mapping is refused by the reader that says so.
    return maps.flatMap((map) => (map.type === 'object' ? map.entries : ((isKnown = false), [])))
  }
  const readKey = (key: CommonScalar) => {
    nodes++
    const node = readScalar(key)
    return node.type === 'string' ? readText(node) : node.raw
  }
  const readScalar = ({ type, text, chomps, tag }: CommonScalar): JsonScalar => {
    if (type === 'double') return { type: 'string', raw: text }
    if (type === 'single') return toTextNode(text)
    if (type !== 'plain') return toTextNode(chomps ? text : `${text}\n`)
    const value = tag === undefined ? readPlain(text, version) : toTextNode(text)
    isKnown &&= value !== undefined
    return value ?? NULL
  }
  const trees = roots.map(read)
  return isKnown && nodes <= maxNodes ? trees : undefined
}

function readPlain(text: string, version: YamlVersion): JsonScalar | undefined {
  const first = text.charCodeAt(0)
  // Nothing, ~, or what begins with a digit, a sign, a point or a letter of the words that are no texts.
  if (Number.isNaN(first) || text === '~' || /^null$/i.test(text)) return NULLS.test(text) ? NULL : toTextNode(text)
  if (text === '<<') return undefined
  if (text.length <= 5) {
    const { true: yes, false: no } = BOOLEANS[version]
    if (yes.test(text)) return { type: 'boolean', raw: 'true' }
    if (no.test(text)) return { type: 'boolean', raw: 'false' }
  }
  if (isJsonNumber(text) && (version === '1.2' || !/e/i.test(text))) return { type: 'number', raw: text }
  return OTHER_NUMBER[version].test(text) ? undefined : toTextNode(text)
}

const NULLS = /^(?:~|[Nn]ull|NULL)?$/
