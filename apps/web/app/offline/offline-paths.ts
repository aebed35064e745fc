import { findToolAt, toPlace, toolRows, type ToolRow } from '../catalogue.ts'

/** Pages beside the tools that need no answer of the server. */
const PAGES: readonly string[] = ['/', '/tools', '/pipeline', '/offline']

/** Tools that do their work in the browser. */
export const localTools: readonly ToolRow[] = toolRows.filter((row) => toPlace(row) === 'here')

/** Paths, without the language, that work without the server. */
export const listOfflinePaths = (): string[] => [...PAGES, ...localTools.map(({ route }) => route)]

/** Whether the page of a path works without the server. */
export function worksOffline(path: string): boolean {
  const tool = findToolAt(path)
  return tool ? toPlace(tool) === 'here' : PAGES.includes(path)
}
