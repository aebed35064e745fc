import { readdir } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { basename, dirname, join } from 'node:path'
import { importModule } from '@octet/core/import-module.ts'
import type { Kind } from '@octet/core/kind.ts'
import { GROUPS, type AnyTool } from '@octet/core/tool.ts'

/** The folder tree is the registry: `<folder>/<group>/<id>/tool.ts` is a tool. */
export const TOOLS_FOLDER = import.meta.dirname

/** Loads every tool below the folders, in the order of the navigation. Two tools with one id or route are an error. */
export async function loadTools(folders: readonly string[] = [TOOLS_FOLDER]): Promise<AnyTool[]> {
  const files = (await Promise.all(folders.map(findToolFiles))).flat()
  const tools = await Promise.all(files.map(importDefault<AnyTool>))
  refuseDoubles(tools.map(({ id }) => id))
  refuseDoubles(tools.map(({ route }) => route))
  return tools.sort(compareTools)
}

/** Loads one tool without the others; undefined when there is none of this id. */
export async function findTool(id: string, folders: readonly string[] = [TOOLS_FOLDER]): Promise<AnyTool | undefined> {
  const files = (await Promise.all(folders.map(findToolFiles))).flat()
  const file = files.find((path) => basename(dirname(path)) === id)
  return file === undefined ? undefined : importDefault<AnyTool>(file)
}

/** Loads every kind of pasted text. */
export async function loadKinds(folder = join(TOOLS_FOLDER, 'kinds')): Promise<Kind[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort()
  return Promise.all(files.map((name) => importDefault<Kind>(join(folder, name))))
}

/** Paths of the `tool.ts` files below a folder. */
export async function findToolFiles(folder: string): Promise<string[]> {
  const files: string[] = []
  for (const group of Object.keys(GROUPS)) {
    const entries = await readdir(join(folder, group), { recursive: true }).catch(() => [])
    files.push(...entries.filter((entry) => /^[^/\\]+[/\\]tool\.ts$/.test(entry)).map((entry) => join(folder, group, entry)))
  }
  return files.sort()
}

/** Order of the navigation: group, then rank, then id. */
function compareTools(a: Pick<AnyTool, 'group' | 'rank' | 'id'>, b: Pick<AnyTool, 'group' | 'rank' | 'id'>): number {
  const groups = Object.keys(GROUPS)
  return groups.indexOf(a.group) - groups.indexOf(b.group) || (a.rank ?? 1000) - (b.rank ?? 1000) || a.id.localeCompare(b.id)
}

async function importDefault<T>(file: string): Promise<T> {
  const module = (await importModule(pathToFileURL(file).href)) as { default?: T }
  if (!module.default) throw new Error(`${file} has no default export`)
  return module.default
}

function refuseDoubles(names: readonly string[]): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw new Error(`two tools are called “${name}”`)
    seen.add(name)
  }
}
