import { countOf } from '@octet/core/counted.ts'
import { findKeyword, toPointer, toProblem, type Outcome, type Problem, type Site } from './outcome.ts'
import type { Value } from './value.ts'

/** Keywords that look into objects (core §10.3.2, validation §6.5). */
export function lookIntoObject(site: Site, outcome: Outcome): void {
  const { value, schemas } = site
  if (value.type !== 'object') return
  const seen = new Set<string>()
  const into = (key: string, schema: Value, keyword: string) => {
    seen.add(key)
    outcome.problems.push(...enter(site, { key, schema, keyword }))
  }
  for (const [key, schema] of listMembers(findKeyword(site, 'properties')))
    if (value.members.has(key)) into(key, schema, 'properties')
  const patterns = findKeyword(site, 'patternProperties')
  if (patterns?.type === 'object')
    for (const [source, member] of patterns.members)
      for (const key of value.members.keys())
        if (schemas.getPattern(member.value, source).test(key)) into(key, member.value, 'patternProperties')
  const rest = findKeyword(site, 'additionalProperties')
  if (rest) for (const key of [...value.members.keys()].filter((name) => !seen.has(name))) into(key, rest, 'additionalProperties')
  for (const key of seen) outcome.keys.add(key)
  outcome.problems.push(...testNames(site), ...testRequired(site))
}

/** What one member of an object does wrong; a schema `false` means that the key itself is not wanted. */
export function enter(site: Site, { key, schema, keyword }: { key: string; schema: Value; keyword: string }): Problem[] {
  const member = site.value.type === 'object' ? site.value.members.get(key) : undefined
  if (!member) return []
  const path = toPointer(site.path, key)
  if (schema.type !== 'boolean') return site.apply(schema, { value: member.value, path, hops: 0 }).problems
  const message = { en: `the key ${JSON.stringify(key)} is not allowed here`, zh: `此处不允许出现键 ${JSON.stringify(key)}` }
  return schema.isTrue ? [] : [toProblem(site, { keyword, by: schema, message, at: { path, start: member.start } })]
}

function listMembers(value: Value | undefined): (readonly [string, Value])[] {
  return value?.type === 'object' ? Array.from(value.members, ([key, member]) => [key, member.value] as const) : []
}

function testNames(site: Site): Problem[] {
  const by = findKeyword(site, 'propertyNames')
  if (!by || site.value.type !== 'object') return []
  return [...site.value.members].flatMap(([key, { start }]) => {
    const name: Value = { type: 'string', start, text: key }
    return site.apply(by, { value: name, path: toPointer(site.path, key), hops: 0 }).problems
  })
}

function testRequired(site: Site): Problem[] {
  const required = findKeyword(site, 'required')
  const problems = required ? findMissing(site, { names: required, keyword: 'required', because: undefined }) : []
  for (const keyword of ['dependentRequired', 'dependencies'])
    for (const [key, names] of listMembers(findKeyword(site, keyword)))
      if (site.value.type === 'object' && site.value.members.has(key) && names.type === 'array')
        problems.push(...findMissing(site, { names, keyword, because: key }))
  return problems
}

function findMissing(
  site: Site,
  { names, keyword, because }: { names: Value; keyword: string; because: string | undefined },
): Problem[] {
  if (names.type !== 'array') return []
  return names.items.flatMap((name) => {
    if (name.type !== 'string' || (site.value.type === 'object' && site.value.members.has(name.text))) return []
    const key = JSON.stringify(name.text)
    const reason = because === undefined ? undefined : JSON.stringify(because)
    const message = reason
      ? { en: `the key ${key} is missing; ${reason} requires it`, zh: `缺少键 ${key}；存在 ${reason} 时必须有它` }
      : { en: `the key ${key} is missing`, zh: `缺少键 ${key}` }
    return [toProblem(site, { keyword, by: name, message })]
  })
}

/** Keywords that look into arrays (core §10.3.1, validation §6.4). */
export function lookIntoArray(site: Site, outcome: Outcome): void {
  if (site.value.type !== 'array') return
  const { first, rest, keyword } = findItems(site)
  site.value.items.forEach((item, place) => {
    const schema = first[place] ?? rest
    if (!schema) return
    outcome.places.add(place)
    outcome.problems.push(...enterItem(site, { item, place, schema, keyword: place < first.length ? 'prefixItems' : keyword }))
  })
  testContains(site, outcome)
}

/** Up to 2019-09 `items` may be the list that 2020-12 calls `prefixItems`. */
function findItems(site: Site): { first: readonly Value[]; rest: Value | undefined; keyword: string } {
  const items = findKeyword(site, 'items')
  if (items?.type === 'array')
    return { first: items.items, rest: findKeyword(site, 'additionalItems'), keyword: 'additionalItems' }
  const prefix = site.schemas.getDraft(site.base) === '2020-12' ? findKeyword(site, 'prefixItems') : undefined
  return { first: prefix?.type === 'array' ? prefix.items : [], rest: items, keyword: 'items' }
}

export function enterItem(
  site: Site,
  { item, place, schema, keyword }: { item: Value; place: number; schema: Value; keyword: string },
): Problem[] {
  const path = toPointer(site.path, place)
  if (schema.type !== 'boolean') return site.apply(schema, { value: item, path, hops: 0 }).problems
  const message = { en: `item ${place} is one too many here`, zh: `此处不应有第 ${place} 个元素（从 0 起）` }
  return schema.isTrue ? [] : [toProblem(site, { keyword, by: schema, message, at: { path, start: item.start } })]
}

function testContains(site: Site, outcome: Outcome): void {
  const by = findKeyword(site, 'contains')
  if (!by || site.value.type !== 'array') return
  const found = site.value.items.flatMap((item, place) =>
    site.apply(by, { value: item, path: toPointer(site.path, place), hops: 0 }).problems.length === 0 ? [place] : [],
  )
  if (site.schemas.getDraft(site.base) === '2020-12') for (const place of found) outcome.places.add(place)
  const limit = (keyword: string) => {
    const value = site.schemas.isOld(site.base) ? undefined : findKeyword(site, keyword)
    return value?.type === 'number' ? Number(value.raw) : undefined
  }
  const [least, most] = [limit('minContains') ?? 1, limit('maxContains') ?? Infinity]
  if (found.length >= least && found.length <= most) return
  const wanted = found.length < least ? `≥ ${least}` : `≤ ${most}`
  const message = {
    en: `expected ${found.length < least ? '≥' : '≤'} ${countOf(found.length < least ? least : most, 'item')} of the kind in “contains”, got ${found.length}`,
    zh: `符合“contains”的元素应${wanted} 个，实际为 ${found.length} 个`,
  }
  outcome.problems.push(toProblem(site, { keyword: 'contains', by, message }))
}
