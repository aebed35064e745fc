import { AppError } from '@octet/core/errors.ts'
import { readYaml } from '../../lib/data/read-yaml.ts'
import { readText, type JsonNode } from '../../lib/json/tree.ts'

/** A value of a file as Compose takes it: numbers and truth as they are written, since most keys want texts. */
export type Part = string | null | Part[] | PartMap
export type PartMap = Map<string, Part>

/** The file, its services in a map of their own. Throws `syntax_error`, and `bad_input` for a text without services. */
export async function readCompose(text: string): Promise<{ readonly file: PartMap; readonly services: PartMap }> {
  const file = toPart(await readYaml(text))
  const services = isMap(file) && file.has('services') ? file.get('services') : file
  const names = isMap(services) ? [...services].filter(([, service]) => isMap(service)) : []
  if (!isMap(file) || names.length === 0)
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: 'a file with services, each with an image', zh: '含 services 的文件，每个服务有 image' },
      got: text.trim().slice(0, 80),
    })
  return { file, services: new Map(names) }
}

export const isMap = (part: Part | undefined): part is PartMap => part instanceof Map

function toPart(node: JsonNode): Part {
  if (node.type === 'object') return new Map(node.entries.map(({ key, value }) => [key, toPart(value)]))
  if (node.type === 'array') return node.items.map(toPart)
  if (node.type === 'null') return null
  return node.type === 'string' ? readText(node) : node.raw
}

/** The texts of a list, or one alone. */
export function toTexts(part: Part | undefined): string[] {
  if (typeof part === 'string') return [part]
  if (!Array.isArray(part)) return []
  return part.filter((one) => typeof one === 'string')
}

/** `key=value` of a map, or of a list as it stands; a key without a value alone. */
export function toPairs(part: Part | undefined, sign = '='): string[] {
  if (!isMap(part)) return toTexts(part)
  return [...part].map(([key, value]) => (typeof value === 'string' ? `${key}${sign}${value}` : key))
}
