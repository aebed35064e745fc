import { GROUPS, type Group } from '@octet/core/tool.ts'
import type { CatalogueRow } from '@octet/tools/catalogue.ts'
import catalogue from 'virtual:octet/catalogue'

/** A tool as lists show it. */
export type ToolRow = Omit<CatalogueRow, 'summary' | 'words' | 'accepts' | 'files'>

export const toolRows: readonly ToolRow[] = catalogue

export const findTool = (id: string): ToolRow | undefined => toolRows.find((row) => row.id === id)

export const findToolAt = (path: string): ToolRow | undefined => toolRows.find((row) => row.route === path)

/** The groups that have tools, with them, in the order of the navigation. */
export function toGroups(rows: readonly ToolRow[]): { group: Group; rows: readonly ToolRow[] }[] {
  const groups = Object.keys(GROUPS) as Group[]
  return groups.map((group) => ({ group, rows: rows.filter((row) => row.group === group) })).filter(({ rows }) => rows.length > 0)
}

/** Where a tool does its work. */
export type Place = 'here' | 'server' | 'probe'

/** A tool that needs nothing runs in the browser; one that sends packets asks the probes. */
export function toPlace({ needs }: Pick<ToolRow, 'needs'>): Place {
  const names: readonly string[] = needs
  if (names.includes('probe')) return 'probe'
  return names.length > 0 ? 'server' : 'here'
}
