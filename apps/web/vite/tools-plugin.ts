import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findToolFiles, loadTools, TOOLS_FOLDER } from '@octet/tools/registry.ts'
import { toCatalogueRow, toToolCard, type CardExample, type CatalogueRow, type ToolCard } from '@octet/tools/catalogue.ts'
import { answerTool } from '@octet/tools/run.ts'
import { createTestHost } from '@octet/tools/testing/host.ts'
import type { AnyTool } from '@octet/core/tool.ts'
import { TOOL_FOLDERS } from './tool-folders.ts'
import { readdir } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Plugin } from 'vite'

const PREFIX = 'virtual:octet/'
const MODULES = /^virtual:octet\/(catalogue|search|summaries|cards|views|card\/[a-z0-9-]+|tool-modules|kinds)$/
const RESOLVED = new RegExp(MODULES.source.replace('^', '^\\0'))
/** An example's answer larger than this many characters is not put on the page. */
const MAX_EXAMPLE_CHARS = 4000

/**
 * Gives the site its tools. They are found in the folder tree at build time and handed over as data:
 * `catalogue` (lists), `summaries` (a line on each), `search` (words, accepted kinds), `cards` and `views` (lazy chunks per tool
 * page), `tool-modules` and `kinds` (code, for the worker only).
 */
export function toolsPlugin(folders = TOOL_FOLDERS): Plugin {
  let loaded: Promise<AnyTool[]> | undefined
  const tools = () => (loaded ??= loadTools(folders))
  return {
    name: 'octet-tools',
    resolveId: { filter: { id: MODULES }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: RESOLVED },
      handler: async (id) => writeModule(id.slice(PREFIX.length + 1), await tools(), folders),
    },
  }
}

async function writeModule(name: string, tools: readonly AnyTool[], folders: readonly string[]): Promise<string> {
  if (name.startsWith('card/')) return toModule(await toSendableCard(getTool(tools, name.slice('card/'.length)), tools))
  switch (name) {
    case 'catalogue':
      return toCatalogueModule(tools.map(toCatalogueRow))
    case 'search':
      return toModule(
        tools.map(toCatalogueRow).map(({ id, summary, words, accepts, files }) => ({ id, summary, words, accepts, files })),
      )
    case 'summaries':
      return toModule(Object.fromEntries(tools.map(({ id, summary }) => [id, summary])))
    case 'cards':
      return toListed(tools.map(({ id }) => `${PREFIX}card/${id}`))
    case 'views':
      return toListed(await findViews(tools))
    case 'tool-modules':
      return toLazyMap(await findPureModules(tools, folders))
    case 'kinds':
      return toKindsModule(await findKindFiles())
    default:
      throw new Error(`no module “${PREFIX}${name}”`)
  }
}

function getTool(tools: readonly AnyTool[], id: string): AnyTool {
  const tool = tools.find((tool) => tool.id === id)
  if (!tool) throw new Error(`no tool “${id}”`)
  return tool
}

const toModule = (value: unknown) => `export default JSON.parse(${JSON.stringify(JSON.stringify(value))})`

/**
 * Rows without the names of their fields, which every page would load once for each tool, nor routes that follow from group and
 * id. The sprite has its icon by its id.
 */
function toCatalogueModule(rows: readonly CatalogueRow[]): string {
  const lists = rows.map(({ id, route, group, title, needs, layout }) => [
    id,
    route === `/${group}/${id}` ? '' : route,
    group,
    title.en,
    title.zh,
    needs.join(' '),
    ...(layout === 'default' ? [] : [layout]),
  ])
  const toRow = `([id, route, group, en, zh, needs, layout = 'default']) =>
    ({ id, route: route || \`/\${group}/\${id}\`, group, icon: id, title: { en, zh }, needs: needs ? needs.split(' ') : [], layout })`
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(lists))}).map(${toRow})`
}

/** Lazy modules by the tools' ids, which stand in the catalogue in the same order and so not here again. */
function toListed(paths: readonly (string | undefined)[]): string {
  const loads = paths.map((path) => (path === undefined ? '0' : `() => import(${JSON.stringify(path)})`))
  return `import catalogue from '${PREFIX}catalogue'
const loads = [${loads.join(',\n')}]
export default Object.fromEntries(catalogue.map(({ id }, i) => [id, loads[i] || undefined]))`
}

/** The file that draws a tool's page, for those that are not drawn from their schema. */
async function findViews(tools: readonly AnyTool[]): Promise<(string | undefined)[]> {
  const names = new Set(await readdir(VIEWS))
  return tools.map(({ id }) => (names.has(`${id}.tsx`) ? join(VIEWS, `${id}.tsx`) : undefined))
}

const VIEWS = join(import.meta.dirname, '../app/views')

const toLazyMap = (rows: readonly (readonly [string, string])[]) =>
  `export default {${rows.map(([id, path]) => `${JSON.stringify(id)}: () => import(${JSON.stringify(path)})`).join(',\n')}}`

/** Modules of the tools that need nothing from their host, if only with some input, so that they run in the browser. */
async function findPureModules(tools: readonly AnyTool[], folders: readonly string[]): Promise<[string, string][]> {
  const rows: [string, string][] = []
  for (const file of (await Promise.all(folders.map(findToolFiles))).flat()) {
    const { default: tool }: { default: AnyTool } = await import(pathToFileURL(file).href)
    if ((!tool.needs?.length || tool.aloneWith) && tools.includes(tool)) rows.push([tool.id, file])
  }
  return rows
}

async function findKindFiles(): Promise<string[]> {
  const folder = join(TOOLS_FOLDER, 'kinds')
  const names = await readdir(folder)
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => join(folder, name))
}

const toKindsModule = (files: readonly string[]) =>
  `${files.map((file, index) => `import k${index} from ${JSON.stringify(file)}`).join('\n')}
export default [${files.map((_, index) => `k${index}`).join(', ')}]`

/** A card as plain data: files inside examples become base64, and of the answers only the first goes along, if it is short. */
async function toSendableCard(tool: AnyTool, tools: readonly AnyTool[]): Promise<ToolCard> {
  const card = toToolCard(tool, tools)
  const answered = card.examples.find(({ output }) => isShort(output))
  const examples = await Promise.all(
    card.examples.map(async (example) => ({
      name: example.name,
      input: await toSendable(example.input),
      ...(example === answered && (await toAnswers(tool, example))),
    })),
  )
  return { ...card, examples }
}

/** The answer that the page shows before it is used, and the Chinese one if it has other words. */
async function toAnswers(tool: AnyTool, { input, output }: CardExample): Promise<Pick<CardExample, 'output' | 'outputZh'>> {
  const answer = { output: await toSendable(output) }
  if (tool.needs?.length) return answer
  const outputZh = await answerTool(tool, input, createTestHost({ lang: 'zh' }))
  return isDeepStrictEqual(outputZh, output) ? answer : { ...answer, outputZh: await toSendable(outputZh) }
}

function isShort(output: unknown): boolean {
  if (output === undefined) return false
  try {
    return JSON.stringify(output).length <= MAX_EXAMPLE_CHARS
  } catch {
    return false // bigint or a cycle: only the schema is checked in such examples
  }
}

async function toSendable(value: unknown): Promise<unknown> {
  if (value instanceof Blob)
    return {
      $file: Buffer.from(await value.arrayBuffer()).toString('base64'),
      type: value.type,
      name: value instanceof File ? value.name : '',
    }
  if (Array.isArray(value)) return Promise.all(value.map(toSendable))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(async ([key, inner]) => [key, await toSendable(inner)] as const)
  return Object.fromEntries(await Promise.all(entries))
}
