import { parseArgs } from 'node:util'
import type { MeasurementList } from '@octet/client/client.ts'
import { MEASUREMENT_TYPES } from '@octet/core/probe/measurement.ts'
import type { Lang } from '@octet/core/text.ts'
import { refuseSurplus, type CommandContext } from './command.ts'
import { connect } from './connect.ts'
import { getKey } from './get-key.ts'
import { getServer } from './get-server.ts'
import { toTable } from './text-table.ts'

/** `octet measure history`: the newest measurements of the account of the key. */
export async function printHistory({ words, config, print }: CommandContext): Promise<void> {
  const options = { json: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
  refuseSurplus(positionals)
  const found = await connect(getServer(config), { ...config, key: getKey(config) }).measurements()
  if (values.json) return print(`${JSON.stringify(found)}\n`)
  const width = process.stdout.isTTY ? process.stdout.columns || 80 : Infinity
  await print(`${toHistoryLines(found, { lang: config.lang, width }).join('\n')}\n`)
}

const HEADS = {
  en: ['Begun (UTC)', 'Kind', 'Target', 'From', 'Points', 'Id'],
  zh: ['开始时间（UTC）', '类型', '目标', '地点', '监测点', '编号'],
} as const

/** A line for each, the newest first; a word where there are none. */
export function toHistoryLines(rows: MeasurementList, { lang, width }: { lang: Lang; width: number }): string[] {
  if (rows.length === 0) return [{ en: 'no measurements yet', zh: '暂无测量' }[lang]]
  const columns = HEADS[lang].map((head, at) => ({ head, isNumber: at === 4 }))
  const cells = rows.map(({ id, type, status, targets, locations, probesCount, createdAt }) => [
    `${createdAt.slice(0, 16).replace('T', ' ')}${status === 'in-progress' ? ' …' : ''}`,
    MEASUREMENT_TYPES[type][lang],
    targets.join(', '),
    locations,
    String(probesCount),
    id,
  ])
  return toTable(
    columns,
    cells.map((one) => ({ cells: one })),
    width,
  )
}
