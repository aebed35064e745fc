import { AppError } from '@octet/core/errors.ts'
import type { JsonSyntax } from '../json/reader.ts'
import { toMore } from '../more.ts'
import { toTextPlace, type TextPlace } from '../text-place.ts'
import type { Text } from '@octet/core/text.ts'
import { testValue } from './assertions.ts'
import { enter, enterItem, lookIntoArray, lookIntoObject } from './containers.ts'
import type { Draft } from './draft-names.ts'
import { badSchema, findDraft } from './drafts.ts'
import { createOutcome, findKeyword, toProblem, type Outcome, type Problem, type Site } from './outcome.ts'
import { Schemas } from './schemas.ts'
import { readValues, type Value } from './value.ts'

/** References followed without a step into the document; more go round in a circle. */
const MAX_HOPS = 200
/** Problems that are told. */
const MAX_PROBLEMS = 1000

export type SchemaOptions = {
  readonly syntax: JsonSyntax
  readonly isMany: boolean
  /** The edition; the schema's own `$schema` decides where it is left out. */
  readonly draft?: Draft | undefined
  /** Whether `format` is tested, or only said. */
  readonly hasFormats: boolean
}
export type SchemaProblem = {
  readonly path: string
  readonly place: TextPlace
  readonly schemaPlace: TextPlace
  readonly keyword: string
  readonly message: Text
}

/**
 * Holds the values of a JSON text against a JSON Schema (2020-12, 2019-09, draft-07, draft-06, draft-04), numbers exactly.
 * References may name the metaschemas of these editions, too. Problems come in the order of the text. Throws `syntax_error`
 * for a text or schema that is wrong itself, `too_large`.
 */
export async function validateJson(
  text: string,
  schemaText: string,
  options: SchemaOptions,
): Promise<{ draft: Draft; problems: SchemaProblem[]; more?: number }> {
  const root = readValues(schemaText, { syntax: 'jsonc', isMany: false })[0]!
  const draft = options.draft ?? findDraft(root, schemaText)
  const schemas = new Schemas(root, { draft, text: schemaText })
  if (namesMetaschema(root)) schemas.addMetaschemas((await import('./metaschemas.ts')).METASCHEMAS)
  const values = readValues(text, options)
  const found = values.flatMap((value, index) => {
    const path = values.length > 1 ? `${index + 1}#` : '#'
    return check({ ...START, schemas, value, path, base: schemas.home.base, hasFormats: options.hasFormats })
  })
  const problems = found
    .sort((a, b) => a.start - b.start)
    .slice(0, MAX_PROBLEMS)
    .map(({ path, start, schemaStart, keyword, message }) => ({
      path,
      place: toTextPlace(text, start),
      schemaPlace: toTextPlace(schemaText, schemaStart),
      keyword,
      message,
    }))
  return { draft, problems, ...toMore(found.length, MAX_PROBLEMS) }
}

/** Whether a schema may refer to one of the standard's own; to say in `$schema` what it is written in is no reference. */
function namesMetaschema(value: Value): boolean {
  if (value.type === 'string') return value.text.includes('json-schema.org/')
  if (value.type === 'array') return value.items.some(namesMetaschema)
  return (
    value.type === 'object' &&
    [...value.members].some(([keyword, member]) => keyword !== '$schema' && namesMetaschema(member.value))
  )
}

function check(start: Start): Problem[] {
  try {
    return apply(start.schemas.home.schema, start).problems
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    const field = { en: 'Nesting of text and schema', zh: '文本与 Schema 的嵌套' }
    throw new AppError(
      'too_large',
      { field, limit: { en: 'the stack', zh: '调用栈' }, got: { en: 'more', zh: '更多' } },
      { cause },
    )
  }
}

type Start = Omit<Site, 'schema' | 'apply'>
const START = { scope: [] as readonly string[], hops: 0 }

function apply(schema: Value, start: Start): Outcome {
  const outcome = createOutcome()
  if (schema.type === 'boolean') {
    const message = { en: 'no value is allowed here', zh: '此处不允许任何值' }
    const at = { path: start.path, start: start.value.start, keyword: 'false', schemaStart: schema.start, message }
    if (!schema.isTrue) outcome.problems.push(at)
    return outcome
  }
  if (schema.type !== 'object') return outcome
  const base = start.schemas.getBase(schema, start.base)
  const scope = start.scope.at(-1) === base ? start.scope : [...start.scope, base]
  const site: Site = { ...start, base, scope, schema, apply: (inner, change) => apply(inner, { ...site, ...change }) }
  if (site.schemas.isOld(base) && schema.members.has('$ref')) {
    followReferences(site, outcome)
    return outcome
  }
  outcome.problems.push(...testValue(site))
  followReferences(site, outcome)
  lookIntoObject(site, outcome)
  lookIntoArray(site, outcome)
  combine(site, outcome)
  lookAtRest(site, outcome)
  return outcome
}

/** A problem that a metaschema found, which stands nowhere in the document, is shown at the reference that led there. */
function placeIn(ref: Value, problem: Problem): Problem {
  return problem.schemaStart < 0 ? { ...problem, schemaStart: ref.start } : problem
}

function take(outcome: Outcome, inner: Outcome): void {
  outcome.problems.push(...inner.problems)
  takeSeen(outcome, inner)
}

function takeSeen(outcome: Outcome, inner: Outcome): void {
  if (inner.problems.length > 0) return
  for (const key of inner.keys) outcome.keys.add(key)
  for (const place of inner.places) outcome.places.add(place)
}

/** `$ref`, `$dynamicRef` (core §8.2.3), `$recursiveRef` of 2019-09. */
function followReferences(site: Site, outcome: Outcome): void {
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const ref = findKeyword(site, keyword)
    if (ref?.type !== 'string') continue
    if (site.hops >= MAX_HOPS) throw badSchema(site.schemas.text, ref, { en: 'the references form a loop', zh: '引用形成了循环' })
    const { schema, base } = site.schemas.resolve(ref, site.base)
    const name = keyword === '$recursiveRef' ? '' : decodeURIComponent(ref.text.slice(ref.text.indexOf('#') + 1))
    const isDynamic = keyword !== '$ref' && site.schemas.findDynamic(base, name) === schema
    const outer = isDynamic ? site.scope.find((each) => site.schemas.findDynamic(each, name)) : undefined
    const target = outer === undefined ? undefined : site.schemas.findDynamic(outer, name)
    const inner = site.apply(target ?? schema, { base: outer ?? base, hops: site.hops + 1 })
    take(outcome, { ...inner, problems: inner.problems.map((problem) => placeIn(ref, problem)) })
  }
}

/** allOf, anyOf, oneOf, not, if and the schemas that hang on a key (core §10.2). */
function combine(site: Site, outcome: Outcome): void {
  const inPlace = (schema: Value) => site.apply(schema, {})
  const list = (keyword: string) => {
    const value = findKeyword(site, keyword)
    return value?.type === 'array' ? value.items : []
  }
  for (const schema of list('allOf')) take(outcome, inPlace(schema))
  testAny(site, outcome, list('anyOf').map(inPlace))
  testOne(site, outcome, list('oneOf').map(inPlace))
  const not = findKeyword(site, 'not')
  if (not && inPlace(not).problems.length === 0)
    outcome.problems.push(
      toProblem(site, {
        keyword: 'not',
        by: not,
        message: { en: 'matches what “not” excludes', zh: '符合了“not”所排除的情形' },
      }),
    )
  const condition = findKeyword(site, 'if')
  if (condition) {
    const met = inPlace(condition)
    takeSeen(outcome, met)
    const next = findKeyword(site, met.problems.length === 0 ? 'then' : 'else')
    if (next) take(outcome, inPlace(next))
  }
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    const map = findKeyword(site, keyword)
    if (map?.type !== 'object' || site.value.type !== 'object') continue
    for (const [key, { value }] of map.members) if (site.value.members.has(key)) take(outcome, inPlace(value))
  }
}

function testAny(site: Site, outcome: Outcome, all: readonly Outcome[]): void {
  if (all.length === 0) return
  for (const each of all) takeSeen(outcome, each)
  if (all.some(({ problems }) => problems.length === 0)) return
  outcome.problems.push(toNoMatch(site, 'anyOf', all), ...findNearest(all))
}

function testOne(site: Site, outcome: Outcome, all: readonly Outcome[]): void {
  if (all.length === 0) return
  const fitting = all.flatMap(({ problems }, index) => (problems.length === 0 ? [index + 1] : []))
  if (fitting.length === 1) takeSeen(outcome, all[fitting[0]! - 1]!)
  else if (fitting.length === 0) outcome.problems.push(toNoMatch(site, 'oneOf', all), ...findNearest(all))
  else {
    const which = fitting.join(', ')
    const message = {
      en: `matches numbers ${which} of “oneOf”; expected exactly one`,
      zh: `同时符合“oneOf”的第 ${which} 项，应恰好符合一项`,
    }
    outcome.problems.push(toProblem(site, { keyword: 'oneOf', by: findKeyword(site, 'oneOf')!, message }))
  }
}

function toNoMatch(site: Site, keyword: 'anyOf' | 'oneOf', all: readonly Outcome[]): Problem {
  const nearest = all.findIndex(({ problems }) => problems === findNearest(all)) + 1
  const message = {
    en: `matches none of the ${all.length} schemas of “${keyword}”; number ${nearest} comes closest`,
    zh: `不符合“${keyword}”的 ${all.length} 项中的任何一项，最接近第 ${nearest} 项`,
  }
  return toProblem(site, { keyword, by: findKeyword(site, keyword)!, message })
}

/** The branch that was meant most likely: the one whose first problem lies deepest, then the one with the fewest. */
function findNearest(all: readonly Outcome[]): Problem[] {
  const depth = ({ problems }: Outcome) => Math.min(...problems.map(({ path }) => path.split('/').length))
  const [best] = [...all].sort((a, b) => depth(b) - depth(a) || a.problems.length - b.problems.length)
  return best?.problems ?? []
}

/** unevaluatedProperties and unevaluatedItems (core §11): what no other keyword has looked at. */
function lookAtRest(site: Site, outcome: Outcome): void {
  const { value } = site
  const keys = findKeyword(site, 'unevaluatedProperties')
  if (keys && value.type === 'object' && !site.schemas.isOld(site.base))
    for (const key of [...value.members.keys()].filter((name) => !outcome.keys.has(name))) {
      outcome.keys.add(key)
      outcome.problems.push(...enter(site, { key, schema: keys, keyword: 'unevaluatedProperties' }))
    }
  const items = findKeyword(site, 'unevaluatedItems')
  if (items && value.type === 'array' && !site.schemas.isOld(site.base))
    value.items.forEach((item, place) => {
      if (outcome.places.has(place)) return
      outcome.places.add(place)
      outcome.problems.push(...enterItem(site, { item, place, schema: items, keyword: 'unevaluatedItems' }))
    })
}
