import type { Page } from './page.ts'
import { toPagePath } from './page-path.ts'

/** Pages by file; the file's name is the path. */
export const pageModules = import.meta.glob<{ default: Page<unknown> }>('./routes/*.tsx')

/** Paths of the pages that have a file of their own. */
export const pagePaths: readonly string[] = Object.keys(pageModules).map(toPagePath)

/** The page of a path that has a file of its own. */
export async function importPage(path: string): Promise<Page<unknown>> {
  const file = Object.keys(pageModules).find((file) => toPagePath(file) === path)
  const load = file && pageModules[file]
  if (!load) throw new Error(`no page at “${path}”`)
  return (await load()).default
}
