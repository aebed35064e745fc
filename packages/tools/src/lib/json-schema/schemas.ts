import { toReason } from '../regex-reasons.ts'
import { findUrl } from '../find-url.ts'
import type { Draft } from './draft-names.ts'
import { badSchema, findMistake, KEYWORDS } from './drafts.ts'
import type { ObjectValue, Value } from './value.ts'

/** Where a schema without `$id` lives; the name is reserved, so nothing else does. */
const HOME = 'https://schema.invalid/'
/** The metaschemas up to draft-07 have addresses by `http`; many write them as they are fetched today. */
const OLD_BY_HTTPS = /^https(?=:\/\/json-schema\.org\/draft-)/

export type Found = { readonly schema: Value; readonly base: string }
/** A schema of the standard itself. */
export type Metaschema = { readonly address: string; readonly draft: Draft; readonly schema: Value }

/**
 * The schemas of one document by their addresses (JSON Schema 2020-12 core §8–9): `$id`, `$anchor`, `$dynamicAnchor` and
 * JSON Pointers. Each is looked over when it is found first: keywords of the wrong shape throw `syntax_error`. Nothing is fetched.
 */
export class Schemas {
  readonly text: string
  readonly home: Found
  readonly #draft: Draft
  /** The editions of resources that are not of the document's own. */
  readonly #drafts = new Map<string, Draft>()
  readonly #resources = new Map<string, Value>()
  readonly #anchors = new Map<string, Value>()
  readonly #dynamics = new Map<string, Value>()
  readonly #bases = new Map<Value, string>()
  readonly #found = new Map<string, Found>()
  readonly #patterns = new Map<Value, RegExp>()

  constructor(root: Value, { draft, text }: { draft: Draft; text: string }) {
    this.#draft = draft
    this.text = text
    if (root.type !== 'object' && root.type !== 'boolean')
      throw badSchema(text, root, {
        en: 'a schema is an object, or true or false',
        zh: 'Schema 应为对象，或 true、false',
      })
    this.#resources.set(HOME, root)
    this.#lookOver(root, HOME)
    this.home = { schema: root, base: this.getBase(root, HOME) }
  }

  /** Makes the schemas of the standard known, each read as its own edition says; the document's own of the same address come first. */
  addMetaschemas(known: readonly Metaschema[]): void {
    for (const { address, draft, schema } of known) {
      if (this.#resources.has(address)) continue
      this.#drafts.set(address, draft)
      this.#resources.set(address, schema)
      this.#lookOver(schema, address)
    }
  }

  /** The edition that a resource is written in. */
  getDraft(base: string): Draft {
    return this.#drafts.get(base) ?? this.#draft
  }

  /** Whether the siblings of `$ref` are passed over, as up to draft-07. */
  isOld(base: string): boolean {
    const draft = this.getDraft(base)
    return draft === '7' || draft === '4'
  }

  /** The address that references inside a schema are relative to. */
  getBase(schema: Value, outer: string): string {
    return this.#bases.get(schema) ?? outer
  }

  /** The schema that a reference names. Throws `syntax_error` when there is none. */
  resolve(ref: Extract<Value, { type: 'string' }>, base: string): Found {
    const key = `${base} ${ref.text}`
    const url = this.#found.has(key) ? undefined : findUrl(ref.text, base)
    const found = this.#found.get(key) ?? (url ? this.#find(url) : undefined)
    if (found) {
      this.#found.set(key, found)
      return found
    }
    throw badSchema(this.text, ref, {
      en: `${ref.text} does not name a schema in this document; nothing is fetched from elsewhere`,
      zh: `${ref.text} 在本文档中没有对应的 Schema；不会从别处下载`,
    })
  }

  /** A `$dynamicAnchor` of this name (`$recursiveAnchor`: no name) in a resource. */
  findDynamic(base: string, name: string): Value | undefined {
    return this.#dynamics.get(`${base}#${name}`)
  }

  /** The compiled form of a pattern (ECMA-262 with the flag u). */
  getPattern(value: Value, source: string): RegExp {
    let pattern = this.#patterns.get(value)
    if (!pattern) this.#patterns.set(value, (pattern = this.#compile(value, source)))
    return pattern
  }

  #compile(value: Value, source: string): RegExp {
    try {
      return new RegExp(source, 'u')
    } catch (cause) {
      const said = (cause as Error).message
      const { zh } = toReason(said.slice(said.lastIndexOf(': ') + 2))
      throw badSchema(this.text, value, { en: said, zh: `正则表达式有误：${zh}（${said}）` })
    }
  }

  #find(url: URL): Found | undefined {
    const name = decodeURIComponent(url.hash.slice(1))
    const asked = url.href.replace(/#.*$/s, '')
    const base = this.#resources.has(asked) ? asked : asked.replace(OLD_BY_HTTPS, 'http')
    const root = this.#resources.get(base)
    if (!root) return undefined
    if (name === '') return { schema: root, base }
    if (name.startsWith('/')) return this.#walk(root, base, name)
    const schema = this.#anchors.get(`${base}#${name}`)
    return schema && { schema, base }
  }

  /** RFC 6901. */
  #walk(root: Value, home: string, pointer: string): Found | undefined {
    let [at, base]: [Value | undefined, string] = [root, home]
    for (const token of pointer.slice(1).split('/')) {
      const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
      if (at.type === 'object') at = at.members.get(name)?.value
      else if (at.type === 'array' && /^(?:0|[1-9]\d*)$/.test(name)) at = at.items[Number(name)]
      else at = undefined
      if (!at) return undefined
      base = this.getBase(at, base)
    }
    if (at.type !== 'object' && at.type !== 'boolean') return undefined
    this.#lookOver(at, base)
    return { schema: at, base: this.getBase(at, base) }
  }

  #lookOver(schema: Value, outer: string): void {
    if (schema.type !== 'object' || this.#bases.has(schema)) return
    const base = this.#takeNames(schema, outer)
    this.#bases.set(schema, base)
    for (const [keyword, { value }] of schema.members) {
      const mistake = findMistake(keyword, value, this.getDraft(base))
      if (mistake) throw badSchema(this.text, value, mistake)
      if (keyword === 'pattern' && value.type === 'string') this.getPattern(value, value.text)
      if (keyword === 'dependentRequired') continue
      for (const inner of listSubschemas(keyword, value)) this.#lookOver(inner, base)
    }
  }

  #takeNames(schema: ObjectValue, outer: string): string {
    const read = (keyword: string) => {
      const value = schema.members.get(keyword)?.value
      return value?.type === 'string' ? value.text : undefined
    }
    const isOld = this.isOld(outer)
    if (isOld && schema.members.has('$ref')) return outer
    let base = outer
    const id = read(this.getDraft(outer) === '4' ? 'id' : '$id')
    if (id !== undefined) {
      const url = findUrl(id, outer)
      const address = url?.href.replace(/#.*$/s, '')
      if (url && url.hash.length > 1 && isOld) this.#anchors.set(`${address}#${url.hash.slice(1)}`, schema)
      if (address !== undefined && !id.startsWith('#')) this.#resources.set((base = address), schema)
    }
    if (isOld) return base
    const [anchor, dynamic] = [read('$anchor'), read('$dynamicAnchor')]
    if (anchor !== undefined) this.#anchors.set(`${base}#${anchor}`, schema)
    if (dynamic !== undefined) {
      this.#anchors.set(`${base}#${dynamic}`, schema)
      this.#dynamics.set(`${base}#${dynamic}`, schema)
    }
    const recursive = schema.members.get('$recursiveAnchor')?.value
    if (recursive?.type === 'boolean' && recursive.isTrue) this.#dynamics.set(`${base}#`, schema)
    return base
  }
}

function listSubschemas(keyword: string, value: Value): Value[] {
  const shape = KEYWORDS[keyword]
  if (shape === 'schema' || (shape === 'items' && value.type !== 'array')) return [value]
  if (value.type === 'array' && (shape === 'schemas' || shape === 'items')) return value.items
  if (value.type === 'object' && (shape === 'map' || shape === 'dependencies'))
    return Array.from(value.members.values(), (member) => member.value)
  return []
}
