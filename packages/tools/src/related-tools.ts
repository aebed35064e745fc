import { toJsonSchema } from '@octet/core/field.ts'
import type { AnyTool } from '@octet/core/tool.ts'
import { AROUND } from './search/search-query.ts'

/** How many others the page of a tool leads to. */
const MAX_RELATED = 6

/** What a word says of a tool, by where it stands. */
const WEIGHTS = { title: 3, keyword: 2, summary: 1.5, about: 0.4 }
/** The share of the strongest word in common that is left out, in each script: one word two tools may have by chance. */
const CHANCE = 0.35
/** A kind of text that both take; the more tools take it, the less it says. */
const SAME_KIND = 0.3
/** From how many others on a kind says less: that only two take it does not make them nearer than words do. */
const FEW_OTHERS = 4
/** Of the same group: as a few words in common, so that it fills up where little else is shared. */
const SAME_GROUP = 0.05
/** The share that is left of a word that more than half of a group has: most of what it says is that two are of the group. */
const GROUP_WORD = 0.2
/** One takes many of what the other takes one of: nearer than all others. */
const SAME_WORK = 1

/**
 * The tools nearest to each, by id: the nearest first, at most `MAX_RELATED`. Near are tools that do the same for many, take the
 * same kinds of text, have words of titles, keywords and texts in common — rare ones count for more (TF-IDF, cosine), those of a
 * whole group for less within it — or are of the same group. Each tool is in the list of another where there are enough of them.
 */
export function relateTools(tools: readonly AnyTool[]): ReadonlyMap<string, readonly AnyTool[]> {
  const compare = createNearness(tools)
  const nearest = new Map(tools.map((tool) => [tool, toNearest(tool, tools, compare)]))
  const related = new Map(tools.map((tool) => [tool.id, nearest.get(tool)!.slice(0, MAX_RELATED)]))
  for (const tool of tools) leadTo(tool, nearest.get(tool)!, related)
  return related
}

type Nearness = (a: AnyTool, b: AnyTool) => number

function toNearest(tool: AnyTool, tools: readonly AnyTool[], compare: Nearness): AnyTool[] {
  return tools
    .filter((other) => other !== tool)
    .map((other) => ({ other, nearness: compare(tool, other) }))
    .toSorted((a, b) => b.nearness - a.nearness)
    .map(({ other }) => other)
}

/** Gives a tool that is in no list the last place in that of the nearest tool whose last one is in another list too. */
function leadTo(tool: AnyTool, nearest: readonly AnyTool[], related: ReadonlyMap<string, AnyTool[]>): void {
  const countWays = (to: AnyTool) => [...related.values()].filter((others) => others.includes(to)).length
  if (countWays(tool) > 0) return
  const list = nearest.map(({ id }) => related.get(id)!).find((others) => countWays(others.at(-1)!) > 1)
  list?.splice(-1, 1, tool)
}

function createNearness(tools: readonly AnyTool[]): Nearness {
  const words = weighWords(tools)
  const groups = Map.groupBy(tools, ({ group }) => group)
  const owners = new Map([...groups].map(([group, all]) => [group, countOwners(all.map((tool) => words.get(tool)!.keys()))]))
  /** How much of what it weighs a word says of two tools, by how many others of their group have it. */
  const toOwn = (a: AnyTool, b: AnyTool) => (word: string) => {
    if (a.group !== b.group) return 1
    const others = groups.get(a.group)!.length - 2
    return owners.get(a.group)!.get(word)! - 2 > others / 2 ? GROUP_WORD : 1
  }
  const kinds = listKinds(tools)
  const takers = countOwners([...kinds.values()])
  const toShare = (kind: string) => SAME_KIND / Math.max(FEW_OTHERS, takers.get(kind)! - 1)
  return (a, b) =>
    compareWords(words.get(a)!, words.get(b)!, toOwn(a, b)) +
    sum([...kinds.get(a)!.intersection(kinds.get(b)!)].map(toShare)) +
    (a.group === b.group ? SAME_GROUP : 0) +
    (a.many === b.id || b.many === a.id ? SAME_WORK : 0)
}

/** The kinds of pasted text that each tool takes: those it names, and the languages of its fields that are such kinds. */
function listKinds(tools: readonly AnyTool[]): Map<AnyTool, Set<string>> {
  const known = new Set(tools.flatMap(({ accepts = {} }) => Object.keys(accepts)))
  return new Map(
    tools.map((tool) => {
      const fields = Object.values(toJsonSchema(tool.input, 'input').properties ?? {})
      const languages = new Set(fields.map((field) => (field as { language?: string }).language ?? ''))
      return [tool, new Set(Object.keys(tool.accepts ?? {})).union(languages.intersection(known))]
    }),
  )
}

/** What each word says of a tool: vectors of length 1. */
function weighWords(tools: readonly AnyTool[]): Map<AnyTool, Map<string, number>> {
  const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
  const places = tools.map((tool) => placeWords(tool, segmenter))
  const owners = countOwners(places.map((words) => [...words.keys()]))
  return new Map(
    places.map((words, index) => {
      const weighed = [...words].map(([word, weight]) => [word, weight * Math.log(tools.length / owners.get(word)!)] as const)
      const length = Math.hypot(...weighed.map(([, weight]) => weight)) || 1
      return [tools[index]!, new Map(weighed.map(([word, weight]) => [word, weight / length]))]
    }),
  )
}

/** The words of a tool, with the weight of the strongest place where each stands. */
function placeWords({ id, title, summary, about, keywords }: AnyTool, segmenter: Intl.Segmenter): Map<string, number> {
  const words = new Map<string, number>()
  const add = (weight: number, texts: readonly string[]) => {
    for (const word of texts.flatMap((text) => toWords(text, segmenter))) words.set(word, weight)
  }
  if (about) add(WEIGHTS.about, [about.en, about.zh])
  add(WEIGHTS.summary, [summary.en, summary.zh])
  add(WEIGHTS.keyword, keywords)
  add(WEIGHTS.title, [title.en, title.zh, id])
  return words
}

/** Words of a text in either language, English ones without a plural's s, but none that says only that something is done. */
function toWords(text: string, segmenter: Intl.Segmenter): string[] {
  return [...segmenter.segment(text.normalize('NFKC').toLowerCase())]
    .filter(({ segment, isWordLike }) => isWordLike && !AROUND.has(segment) && !/^\p{sc=Han}$/u.test(segment))
    .map(({ segment }) => segment.replace(/(?<=[a-z]{3})s$/, ''))
}

/** The cosine of two vectors, less a share of the strongest word in common. */
function compareWords(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>, toOwn: (word: string) => number): number {
  const shared = [...a]
    .filter(([word]) => b.has(word))
    .map(([word, weight]) => ({ isHan: /\p{sc=Han}/u.test(word), share: weight * b.get(word)! * toOwn(word) }))
  const strongest = [true, false].map((isHan) => Math.max(0, ...shared.map((one) => (one.isHan === isHan ? one.share : 0))))
  return sum(shared.map(({ share }) => share)) - CHANCE * sum(strongest)
}

function countOwners(lists: readonly Iterable<string>[]): Map<string, number> {
  const owners = new Map<string, number>()
  for (const name of lists.flatMap((list) => [...list])) owners.set(name, (owners.get(name) ?? 0) + 1)
  return owners
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
