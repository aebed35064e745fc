import { refuseNonFinite } from '../../lib/data/refuse-non-finite.ts'
import type { JsonNode } from '../../lib/json/tree.ts'
import type { Pacer } from '../../lib/pacer.ts'
import type { YamlVersion } from '../../lib/yaml/read.ts'

export const FORMATS = ['json', 'yaml', 'toml', 'csv', 'xml', 'markdown', 'toon'] as const
export type FormatName = (typeof FORMATS)[number]
type ReadOptions = {
  readonly delimiter: string | undefined
  readonly isTyped: boolean
  readonly isRagged: boolean
  readonly version: YamlVersion
  readonly breathe: Pacer
}
type WriteOptions = { readonly indent: string; readonly delimiter: string | undefined; readonly isFlat: boolean }

/** Reads a text of one format into the tree that all formats share. */
export async function readData(
  text: string,
  format: FormatName,
  { delimiter, isTyped, isRagged, version, breathe }: ReadOptions,
): Promise<JsonNode> {
  switch (format) {
    case 'json':
      return readJson(text, breathe)
    case 'yaml':
      return (await import('../../lib/data/read-yaml.ts')).readYaml(text, version)
    case 'toml':
      return (await import('../../lib/data/read-toml.ts')).readToml(text)
    case 'csv':
      return (await import('../../lib/data/csv.ts')).readCsv(text, { isTyped, isRagged, ...(delimiter ? { delimiter } : {}) })
    case 'xml':
      return (await import('../../lib/data/xml-tree.ts')).readXml(text)
    case 'markdown':
      return (await import('../../lib/data/markdown-table.ts')).readMarkdownTable(text, isTyped)
    case 'toon':
      return (await import('../../lib/data/read-toon.ts')).readToon(text)
  }
}

/** Several values, as in JSON Lines, are a list, as the documents of YAML are. */
async function readJson(text: string, breathe: Pacer): Promise<JsonNode> {
  const { parseJsonTree, parseJsonTrees } = await import('../../lib/json/tree.ts')
  const nodes = await parseJsonTrees(text, { syntax: 'json', isMany: true, breathe })
  return nodes.length > 1 ? { type: 'array', items: nodes } : (nodes[0] ?? parseJsonTree(text))
}

/** Writes the shared tree in one format. Throws `unsupported_value` for what it cannot hold. */
export async function writeData(
  node: JsonNode,
  format: FormatName,
  { indent, delimiter, isFlat }: WriteOptions,
): Promise<string> {
  if (format !== 'yaml' && format !== 'toml') refuseNonFinite(node)
  switch (format) {
    case 'json':
      return (await import('../../lib/json/write.ts')).writeJson(node, { indent })
    case 'yaml':
      return (await import('../../lib/data/to-yaml.ts')).toYaml(node, { indent: indent === '\t' ? 2 : indent.length })
    case 'toml':
      return (await import('../../lib/data/to-toml.ts')).toToml(node)
    case 'csv':
      return (await import('../../lib/data/csv.ts')).toCsv(node, { isFlat, ...(delimiter ? { delimiter } : {}) })
    case 'xml':
      return (await import('../../lib/data/xml-tree.ts')).toXml(node, { indent })
    case 'markdown':
      return (await import('../../lib/data/markdown-table.ts')).toMarkdownTable(node, isFlat)
    case 'toon':
      return (await import('../../lib/data/to-toon.ts')).toToon(node)
  }
}
