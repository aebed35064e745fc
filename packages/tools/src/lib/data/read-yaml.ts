import { AppError } from '@octet/core/errors.ts'
import type { Node, Pair, Scalar } from 'yaml'
import { isJsonNumber } from '../json/number.ts'
import { NULL, readText, toEntry, toTextNode, type JsonEntry, type JsonNode } from '../json/tree.ts'
import { refuseLong } from '../refuse-long.ts'
import { commonToJson } from '../yaml/common-to-json.ts'
import { readCommonYaml } from '../yaml/common.ts'
import { MAX_YAML_MEBI, readYamlDocuments, type YamlVersion } from '../yaml/read.ts'

/** Nodes that a text may have once its aliases are followed: stops «billion laughs». */
const MAX_NODES = 500_000

/**
 * YAML → tree. Numbers keep their digits, aliases are followed, `<<` is merged, other keys become text, dates stay text,
 * `.inf` and `.nan` become the numbers `Infinity` and `NaN`. To YAML 1.1 `1e3`, `09` and `08:30` are texts, as that version says and its readers do.
 * Several documents become an array. Throws `syntax_error`, `too_large`, `unsupported_value` (a merge of what is no mapping).
 */
export async function readYaml(text: string, version: YamlVersion = '1.2'): Promise<JsonNode> {
  refuseLong(text, MAX_YAML_MEBI)
  const nodes = readCommon(text, version) ?? (await readByLibrary(text, version))
  return nodes.length === 1 ? nodes[0]! : nodes.length === 0 ? NULL : { type: 'array', items: nodes }
}

/** What is written as most people do; nothing for other texts. */
function readCommon(text: string, version: YamlVersion): JsonNode[] | undefined {
  const documents = readCommonYaml(text, { ignoresComments: true })
  return (
    documents &&
    commonToJson(
      documents.map(({ root }) => root),
      { version, maxNodes: MAX_NODES },
    )
  )
}

/** Every document of a text as the library reads it. */
export async function readByLibrary(text: string, version: YamlVersion): Promise<JsonNode[]> {
  const documents = await readYamlDocuments(text, version)
  const yaml = await import('yaml')
  return documents.map((document) => new TreeReader(yaml, version).read(document.contents))
}

const NO_MERGE = {
  en: 'a merge takes a mapping or a list of mappings; quote the key if it is not a merge',
  zh: '合并键的值应为映射或映射的列表；若只是普通键名，请加引号',
}

class TreeReader {
  readonly #yaml: typeof import('yaml')
  /** The latest node of each anchor, in the order of the text. */
  readonly #anchors = new Map<string, Node>()
  readonly #open = new Set<Node>()
  readonly #version: YamlVersion
  #nodes = 0

  constructor(yaml: typeof import('yaml'), version: YamlVersion) {
    this.#yaml = yaml
    this.#version = version
  }

  read(node: unknown): JsonNode {
    const { isAlias, isMap, isSeq, isScalar } = this.#yaml
    if (++this.#nodes > MAX_NODES)
      throw new AppError('too_large', {
        field: { en: 'Nodes with aliases followed', zh: '展开别名后的节点数' },
        limit: MAX_NODES,
        got: `${MAX_NODES}+`,
      })
    if (isAlias(node)) return this.#readAlias(node)
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor) this.#anchors.set(node.anchor, node)
    if (isMap(node)) return { type: 'object', entries: this.#readPairs(node.items) }
    if (isSeq(node))
      return {
        type: 'array',
        items: node.items.map((item) =>
          this.#yaml.isPair(item) ? { type: 'object', entries: this.#readPairs([item]) } : this.read(item),
        ),
      }
    return isScalar(node) ? readScalar(node, this.#version) : NULL
  }

  #readAlias(node: InstanceType<typeof import('yaml').Alias>): JsonNode {
    const target = this.#anchors.get(node.source)
    if (!target) return NULL
    if (this.#open.has(target))
      throw new AppError('unsupported_value', {
        got: `*${node.source}`,
        reason: { en: 'the alias refers to itself', zh: '别名引用了自身' },
      })
    this.#open.add(target)
    const value = this.read(target)
    this.#open.delete(target)
    return value
  }

  #readPairs(pairs: readonly Pair[]): JsonEntry[] {
    // In the order of the text, since an anchor may be set anew behind its alias.
    const [own, merged]: [JsonEntry[], JsonEntry[]] = [[], []]
    for (const pair of pairs)
      if (this.#isMerge(pair)) merged.push(...this.#readMerge(pair.value))
      else own.push(toEntry(this.#readKey(pair.key), this.read(pair.value)))
    const taken = new Set(own.map(({ key }) => key))
    const inherited = merged.filter(({ key }) => taken.size !== taken.add(key).size)
    return [...inherited, ...own]
  }

  #isMerge({ key }: Pair): boolean {
    return this.#yaml.isScalar(key) && key.source === '<<' && key.type === 'PLAIN'
  }

  #readMerge(value: unknown): readonly JsonEntry[] {
    const node = this.read(value)
    const maps = node.type === 'array' ? node.items : [node]
    return maps.flatMap((map) => {
      if (map.type === 'object') return map.entries
      throw new AppError('unsupported_value', { got: '<<', reason: NO_MERGE })
    })
  }

  #readKey(key: unknown): string {
    if (this.#yaml.isScalar(key) && typeof key.value === 'number' && !Number.isFinite(key.value))
      return key.source ?? String(key.value)
    const node = this.read(key)
    if (node.type === 'string') return readText(node)
    return 'raw' in node ? node.raw : this.#yaml.stringify(key, { collectionStyle: 'flow', lineWidth: 0 }).trim()
  }
}

/**
 * The numbers of YAML 1.1 (int and float types, §2) as PyYAML reads them; the library takes others for numbers, too: `1e3` (a power
 * has a point and a sign), `09` and `08:30` (behind a leading 0 stand octal digits alone), `e9` and a lone point.
 */
const OLD_NUMBER =
  /^(?:[-+]?(?:0b[01_]+|0[0-7_]*|0x[\da-f_]+|[1-9][\d_]*(?::[0-5]?\d)*|\d[\d_]*(?::[0-5]?\d)+\.[\d_]*|(?:\d[\d_]*\.[\d_]*|\.\d[\d_]*)(?:e[-+]\d+)?|\.inf)|\.nan)$/i

const FLOAT_TAG = 'tag:yaml.org,2002:float'

function readScalar(node: Scalar, version: YamlVersion): JsonNode {
  const { value, source } = node
  // The library takes for floats only what has a point or a power.
  if (typeof value === 'string' && node.tag === FLOAT_TAG && /^[-+]?\d+$/.test(value))
    return { type: 'number', raw: `${value.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1')}.0` }
  if (typeof value === 'string') return toTextNode(value)
  if (typeof value === 'boolean') return { type: 'boolean', raw: String(value) }
  if (value === null || value === undefined) return NULL
  if (version === '1.1' && source !== undefined && !node.tag && !OLD_NUMBER.test(source)) return toTextNode(source)
  if (typeof value !== 'number' && typeof value !== 'bigint') return toTextNode(source ?? String(value))
  if (source !== undefined && isJsonNumber(source)) return { type: 'number', raw: source }
  return { type: 'number', raw: String(value) }
}
