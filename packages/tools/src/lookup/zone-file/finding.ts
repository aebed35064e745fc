import type { Text } from '@octet/core/text.ts'

export const LEVELS = ['error', 'warning', 'note', 'ok'] as const
export type Level = (typeof LEVELS)[number]
/** What is found in a line of a zone file, from 1 on, or in the zone as a whole. */
export type Finding = { readonly level: Level; readonly line?: number; readonly text: Text }
export type Report = (level: Level, record: { readonly line: number } | undefined, en: string, zh: string) => void
