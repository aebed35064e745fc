import { toJsonSchema } from '@octet/core/field.ts'
import type { AnyTool, Group, Verb } from '@octet/core/tool.ts'
import type { Need } from '@octet/core/host.ts'
import type { Text } from '@octet/core/text.ts'
import { pinyin } from 'pinyin-pro'
import { relateTools } from './related-tools.ts'

/** What lists, search and navigation need of a tool, without its code. */
export type CatalogueRow = {
  readonly id: string
  readonly route: string
  readonly group: Group
  readonly icon: string
  readonly title: Text
  readonly summary: Text
  /** Search words: the tool's own, its route, pinyin and pinyin initials of its Chinese title. */
  readonly words: readonly string[]
  readonly needs: readonly Need[]
  readonly accepts: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Kinds of files it takes. */
  readonly files: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly layout: 'default' | 'simple'
}

/** What the page of a tool is drawn from: texts, schemas and examples as data. */
export type ToolCard = Omit<CatalogueRow, 'words' | 'accepts' | 'files'> & {
  readonly about: Text | undefined
  readonly call: string | undefined
  readonly verb: Verb
  readonly isForAccounts: boolean
  /** The input that makes up for all needs where it is given. */
  readonly aloneWith: string | undefined
  /** The tool that takes many of what this one takes one of. */
  readonly many: Pick<CatalogueRow, 'id' | 'route' | 'title' | 'needs'> | undefined
  readonly input: ReturnType<typeof toJsonSchema>
  readonly output: ReturnType<typeof toJsonSchema>
  readonly examples: readonly CardExample[]
  /** Those nearest to it, the nearest first. */
  readonly related: readonly Pick<CatalogueRow, 'id' | 'route' | 'title' | 'summary'>[]
}

/** An example as the page has it: the answer in Chinese stands beside the one in English where they differ. */
export type CardExample = AnyTool['examples'][number] & { readonly outputZh?: unknown }

/** The catalogue row of a tool. */
export function toCatalogueRow(tool: AnyTool): CatalogueRow {
  return {
    id: tool.id,
    route: tool.route,
    group: tool.group,
    icon: tool.icon ?? 'Tool',
    title: tool.title,
    summary: tool.summary,
    words: toSearchWords(tool),
    needs: tool.needs ?? [],
    accepts: tool.accepts ?? {},
    files: tool.files ?? {},
    layout: tool.layout ?? 'default',
  }
}

/** Everything the page of a tool is drawn from; `tools` are all there are. */
export function toToolCard(tool: AnyTool, tools: readonly AnyTool[]): ToolCard {
  const { words: _words, accepts: _accepts, files: _files, ...row } = toCatalogueRow(tool)
  const many = tools.find(({ id }) => id === tool.many)
  return {
    ...row,
    about: tool.about,
    call: tool.call,
    verb: tool.verb ?? toVerb(tool),
    isForAccounts: tool.isForAccounts ?? false,
    aloneWith: tool.aloneWith,
    many: many && { id: many.id, route: many.route, title: many.title, needs: many.needs ?? [] },
    input: toJsonSchema(tool.input, 'input'),
    output: toJsonSchema(tool.output, 'output'),
    examples: tool.examples,
    related: findRelated(tool, tools).map(({ id, route, title, summary }) => ({ id, route, title, summary })),
  }
}

/** Made once for all cards of a catalogue. */
const relations = new WeakMap<readonly AnyTool[], ReturnType<typeof relateTools>>()

function findRelated(tool: AnyTool, tools: readonly AnyTool[]): readonly AnyTool[] {
  const related = relations.get(tools) ?? relateTools(tools)
  relations.set(tools, related)
  return related.get(tool.id) ?? []
}

function toVerb({ needs = [], group }: AnyTool): Verb {
  if (needs.length === 0) return 'run'
  return needs.includes('probe') && group !== 'lookup' ? 'start' : 'look-up'
}

/** Pinyin and its initials, with and without the Latin words of the title: `JSON geshihua`, `jsongeshihua`, `JSONgsh`, `gsh`. */
function toSearchWords(tool: AnyTool): string[] {
  const spell = (pattern: 'pinyin' | 'first', nonZh: 'consecutive' | 'removed') =>
    pinyin(tool.title.zh, { pattern, toneType: 'none', type: 'array', nonZh }).join('')
  const whole = spell('pinyin', 'consecutive')
  return [
    ...new Set([
      ...tool.keywords,
      tool.id,
      ...tool.route.split('/').filter(Boolean),
      whole,
      spell('first', 'removed'),
      ...[whole, spell('first', 'consecutive')].map((text) => text.replaceAll(/[^\p{L}\d]+/gu, '')),
    ]),
  ]
}
