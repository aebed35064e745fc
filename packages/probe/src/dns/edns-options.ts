import { OPTION, type EdnsOption } from './message.ts'

/** Names of options (IANA “DNS EDNS0 Option Codes”), as `dig` writes them where it knows them. */
const NAMES: Readonly<Record<number, string>> = {
  1: 'LLQ',
  2: 'UPDATE-LEASE',
  5: 'DAU',
  6: 'DHU',
  7: 'N3U',
  9: 'EXPIRE',
  10: 'COOKIE',
  11: 'TCP-KEEPALIVE',
  12: 'PAD',
  13: 'CHAIN',
  14: 'KEY-TAG',
  16: 'CLIENT-TAG',
  17: 'SERVER-TAG',
  18: 'Report-Channel',
  19: 'ZONEVERSION',
}

const READ: ReadonlySet<number> = new Set(Object.values(OPTION))
/** An answer may be full of them. */
const MAX_OPTIONS = 20

/** `OPT=65001` for those without a name. */
export const toOptionName = (code: number): string => NAMES[code] ?? `OPT=${code}`

/** The options of an answer that are read into no value of their own. */
export function findOtherOptions(options: readonly EdnsOption[]): EdnsOption[] {
  return options.filter(({ code }) => !READ.has(code)).slice(0, MAX_OPTIONS)
}
