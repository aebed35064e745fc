import { toFreeName } from './free-name.ts'
import { toNameText } from './name-text.ts'
import { toSingular, type Shape } from './schema.ts'

/** Words that Go writes in capitals (Go Code Review Comments, «Initialisms»). */
const INITIALISMS: ReadonlySet<string> = new Set(
  'ACL API ASCII CPU CSS DNS EOF GUID HTML HTTP HTTPS ID IP JSON QPS RAM RPC SLA SMTP SQL SSH TCP TLS TTL UDP UI UID URI URL UTF8 UUID VM XML'.split(
    ' ',
  ),
)

type Field = { readonly name: string; readonly type: string; readonly tag: string }

/**
 * Go types for the values, aligned as gofmt does it: one struct per object; `omitempty` where a key may be missing,
 * a pointer where it may be null, and to a struct that may be missing, which `omitempty` takes for never empty itself; `any`
 * where values differ in type, `json.Number` above 64 bits.
 */
export function toGoTypes(shape: Shape, name = 'Root'): string {
  const written: string[] = []
  const imports = new Set<string>()
  const taken = new Set<string>()
  const structs = new Set<string>()
  const toType = (each: Shape, hint: string): string => {
    const kinds = [...each.types].filter((type) => type !== 'null' && !(type === 'integer' && each.types.has('number')))
    const [kind] = kinds
    if (kind === undefined || kinds.length > 1) return 'any'
    const type = toPart(each, kind, hint)
    return each.types.has('null') && !type.startsWith('[]') && type !== 'any' ? `*${type}` : type
  }
  const toPart = (each: Shape, kind: string, hint: string): string => {
    if (kind === 'array') return `[]${each.items ? toType(each.items, toSingular(hint)) : 'any'}`
    if (kind === 'object') return toStruct(each, hint)
    if (kind === 'boolean') return 'bool'
    if (kind === 'number') return 'float64'
    if (kind === 'integer') return each.isBig ? use('encoding/json', 'json.Number') : 'int64'
    return each.format === 'date-time' ? use('time', 'time.Time') : 'string'
  }
  const use = (path: string, type: string): string => {
    imports.add(path)
    return type
  }
  const toStruct = (each: Shape, hint: string): string => {
    const title = toFreeName(toGoName(hint), taken)
    structs.add(title)
    const place = written.push('') - 1
    const names = new Set<string>()
    const fields = [...each.keys].map(([key, { shape: inner, seen }]): Field => {
      const isOptional = seen < each.objects
      const type = toType(inner, key)
      const isNeverEmpty = structs.has(type) || type === 'time.Time'
      const name = toFreeName(toGoName(key), names)
      return { name, type: isOptional && isNeverEmpty ? `*${type}` : type, tag: toTag(key, isOptional) }
    })
    const untold = [...each.keys.keys()].filter((key) => !IN_TAGS.test(key)).map((key) => JSON.stringify(key))
    const remark = untold.length > 0 ? `// encoding/json has no tag for ${untold.join(', ')}.\n` : ''
    written[place] = `${remark}${writeStruct(title, fields)}`
    return title
  }
  const root = toType(shape, name)
  const alias = root === name ? [] : [`type ${toFreeName(name, taken)} ${root}`]
  const head = [...imports].sort().map((path) => `import "${path}"`)
  return `${[...(head.length ? [head.join('\n')] : []), ...alias, ...written].join('\n\n')}\n`
}

function writeStruct(title: string, fields: readonly Field[]): string {
  if (fields.length === 0) return `type ${title} struct{}`
  const width = (pick: (field: Field) => string) => fields.reduce((most, field) => Math.max(most, [...pick(field)].length), 0)
  const [names, types] = [width(({ name }) => name), width(({ type }) => type)]
  const pad = (text: string, size: number) => text + ' '.repeat(size - [...text].length)
  const lines = fields.map(({ name, type, tag }) => `\t${pad(name, names)} ${pad(type, types)} ${tag}`)
  return `type ${title} struct {\n${lines.join('\n')}\n}`
}

/** Keys that a tag can hold (isValidTag of encoding/json); of others the tag is passed over, or ends at a comma. */
const IN_TAGS = /^[\p{L}\p{Nd}!#$%&()*+\-./:;<=>?@[\]^_{|}~ ]+$/u

function toTag(key: string, isOptional: boolean): string {
  const name = !IN_TAGS.test(key) ? '-' : `${key}${isOptional ? ',omitempty' : key === '-' ? ',' : ''}`
  return `\`json:"${name}"\``
}

/** `user_id` → `UserID`. A name that begins without an upper-case letter would be hidden from the decoder: it gets an X. */
function toGoName(key: string): string {
  const words = toNameText(key).match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Nd}+/gu) ?? []
  const name = words
    .map((word) => {
      const upper = word.toUpperCase()
      return INITIALISMS.has(upper) ? upper : upper.slice(0, 1) + word.slice(1)
    })
    .join('')
  return /^\p{Lu}/u.test(name) ? name : `X${name}`
}
