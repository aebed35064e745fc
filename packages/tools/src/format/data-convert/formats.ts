import type { JsonNode } from '../../lib/json/tree.ts'
import type { YamlVersion } from '../../lib/yaml/read.ts'

export const FORMATS = ['json', 'yaml', 'toml', 'csv', 'xml'] as const
export type FormatName = (typeof FORMATS)[number]
type ReadOptions = {
  readonly delimiter: string | undefined
  readonly isTyped: boolean
  readonly version: YamlVersion
  readonly keepsNonFinite: boolean
}
type WriteOptions = { readonly indent: string; readonly delimiter: string | undefined; readonly isFlat: boolean }

/** Reads a text of one format into the tree that all formats share. */
export async function readData(
  text: string,
  format: FormatName,
  { delimiter, isTyped, version, keepsNonFinite }: ReadOptions,
): Promise<JsonNode> {
  switch (format) {
    case 'json':
      return (await import('../../lib/json/tree.ts')).parseJsonTree(text)
    case 'yaml':
      return (await import('../../lib/data/read-yaml.ts')).readYaml(text, { version, keepsNonFinite })
    case 'toml':
      return (await import('../../lib/data/read-toml.ts')).readToml(text, { keepsNonFinite })
    case 'csv':
      return (await import('../../lib/data/csv.ts')).readCsv(text, { isTyped, ...(delimiter ? { delimiter } : {}) })
    case 'xml':
      return (await import('../../lib/data/xml-tree.ts')).readXml(text)
  }
}

/** Writes the shared tree in one format. */
export async function writeData(
  node: JsonNode,
  format: FormatName,
  { indent, delimiter, isFlat }: WriteOptions,
): Promise<string> {
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
  }
}
