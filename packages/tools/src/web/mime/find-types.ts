import { KIND_WORDS, MORE_ENDINGS } from './more-endings.ts'

/** The list of the package `mime-db`. */
export type Database = Readonly<
  Record<string, { source?: string; charset?: string; compressible?: boolean; extensions?: readonly string[] }>
>

const SOURCES = ['iana', 'apache', 'nginx', 'other'] as const
type Source = (typeof SOURCES)[number]

export type MediaType = {
  readonly type: string
  readonly extensions: readonly string[]
  readonly source: Source
  readonly isCompressible: boolean | undefined
  /** The whole header field: text is said to be UTF-8. */
  readonly header: string
}

/** Where several are registered for one ending, what is seen or heard comes before what is merely a file. */
const KINDS = ['audio', 'video', 'image', 'font', 'model', 'application', 'text']

/** The media types of a database, the best of an ending first. */
export function listTypes(types: Database): MediaType[] {
  const more = Object.keys(MORE_ENDINGS).filter((type) => !Object.hasOwn(types, type))
  return [...Object.entries(types), ...more.map((type) => [type, {}] as [string, Database[string]])]
    .map(([type, { source, charset, compressible, extensions: listed = [] }]): MediaType => {
      const extensions = [...new Set([...listed, ...(MORE_ENDINGS[type]?.split(' ') ?? [])])]
      const isText = charset !== undefined || type.startsWith('text/')
      const header = isText ? `${type}; charset=${(charset ?? 'UTF-8').toLowerCase()}` : type
      const registry = SOURCES.find((name) => name === source) ?? 'other'
      return { type, extensions, source: registry, isCompressible: compressible, header }
    })
    .sort((a, b) => rank(a) - rank(b) || (a.type < b.type ? -1 : 1))
}

function rank({ type, source }: MediaType): number {
  const [kind = '', name = ''] = type.split('/')
  const isOwn = /^(?:x-|x\.|vnd\.|prs\.)/.test(name)
  return SOURCES.indexOf(source) * 100 + (isOwn ? 20 : 0) + (KINDS.indexOf(kind) + 1 || 10)
}

/**
 * The types that a line asks for: a type (`text/html`), all of a kind (`image/*`), a file by its name or ending (`.tar.gz`,
 * `report.pdf`), a header field, or a word that stands in a type.
 */
export function findTypes(line: string, types: readonly MediaType[]): MediaType[] {
  const [value = ''] = line.normalize('NFKC').toLowerCase().split(';', 1)
  const asked = value.replace(/^\s*content-type\s*:/, '').trim()
  if (asked === '') return []
  if (/^[\w.+-]+\/\*?$/.test(asked)) return usedFirst(types.filter(({ type }) => type.startsWith(asked.replace('*', ''))))
  const exact = types.filter(({ type }) => type === asked)
  if (exact.length > 0) return exact
  const name = asked.split(/[/\\]/).at(-1) ?? ''
  const byEnding = findByEnding(name, types)
  if (byEnding.length > 0) return byEnding
  const words = Object.hasOwn(KIND_WORDS, asked) ? KIND_WORDS[asked]! : /^[\w+/-][\w.+/-]+$/.test(asked) ? [asked] : []
  return usedFirst(types.filter(({ type }) => words.some((word) => type.includes(word))))
}

/** Those that files have, before parts of protocols. */
const usedFirst = (types: readonly MediaType[]): MediaType[] =>
  types.toSorted((a, b) => Number(a.extensions.length === 0) - Number(b.extensions.length === 0))

/** Parts that an ending has at the most, as `tar.gz` has two. */
const MAX_PARTS = 2

/** By the longest known ending of a file's name. */
function findByEnding(name: string, types: readonly MediaType[]): MediaType[] {
  const parts = name.split('.')
  for (let from = parts.length > 1 ? Math.max(1, parts.length - MAX_PARTS) : 0; from < parts.length; from++) {
    const ending = parts.slice(from).join('.')
    const found = types.filter(({ extensions }) => extensions.includes(ending))
    if (found.length > 0) return found
  }
  return []
}
