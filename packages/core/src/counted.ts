import type { Text } from './text.ts'

const UNITS = {
  lines: '行',
  bytes: '字节',
  fields: '个字段',
  entries: '项',
  networks: '个网段',
} as const satisfies Record<string, string>

/** A number with its unit, for limits in messages: `counted(10, 'lines')` is “10 lines” and “10 行”. */
export function counted(count: number | string, unit: keyof typeof UNITS): Text {
  return { en: `${count} ${unit}`, zh: `${count} ${UNITS[unit]}` }
}
