import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { isAppError } from '@octet/core/errors.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { defineCommand } from '../command.ts'
import { openLocalData } from '../local-data.ts'

/** Columns of the table, the ones most asked for. */
const COLUMNS = [
  'country_code',
  'region_name',
  'city_name',
  'latitude',
  'longitude',
  'ASN.asn',
  'ASN.organization',
  'time_zone.name',
  'proxy_data.is_hosting',
] as const

export default defineCommand({
  summary: { en: 'Look up every line of the input, as CSV or NDJSON', zh: '逐行查询输入中的地址，输出 CSV 或 NDJSON' },
  usage: [
    'octet batch [--ndjson] < addresses.txt > result.csv',
    { en: '  an address a line, or the first column of a CSV', zh: '  每行一个地址，或 CSV 首列' },
  ],
  async run({ words, config, stdin, print, remark }) {
    const { ndjson: isNdjson } = parseArgs({ args: [...words], options: { ndjson: { type: 'boolean' } } }).values
    await using local = await openLocalData(config.varFolder, config.lang)
    if (!local) throw new AppError('data_missing', { reason: { en: 'it has not been built here', zh: '本机尚未构建' } })
    const { database } = local
    const now = new Date()
    let wrong = 0
    if (!isNdjson) await print(`ip,${COLUMNS.join(',')},error\n`)
    for await (const line of createInterface({ input: stdin, crlfDelay: Infinity })) {
      const query = toFirstCell(line)
      if (query) await print(answer(query))
    }
    if (wrong > 0) remark(toRemark(wrong)[config.lang])

    function answer(query: string): string {
      try {
        const record = database.lookup(query, { lang: config.lang, now })
        if (isNdjson) return `${JSON.stringify(record)}\n`
        return `${[query, ...COLUMNS.map((column) => toCell(column.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | null)?.[part], record))), ''].join(',')}\n`
      } catch (error) {
        if (!isAppError(error)) throw error
        wrong++
        return isNdjson
          ? `${JSON.stringify({ ip: query, error: error.key })}\n`
          : `${toCell(query)},${COLUMNS.map(() => '').join(',')},${error.key}\n`
      }
    }
  },
})

/** What a line asks for: the first column, as in the batches of the server. */
function toFirstCell(line: string): string {
  const [cell = ''] = line.split(/[,;\t]/, 1)
  return cell.trim().replaceAll(/^"|"$/g, '')
}

function toRemark(wrong: number): Text {
  return {
    en: `${wrong === 1 ? '1 line is no address' : `${wrong} lines are not addresses`}; see “error”`,
    zh: `${wrong} 行不是地址，见 error`,
  }
}

function toCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
