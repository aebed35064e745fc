import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { quoteCsv, toHarmless } from '@octet/core/csv-cell.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { IpCapability } from '@octet/core/host.ts'
import { toQueries } from '../address-queries.ts'
import { defineCommand } from '../command.ts'
import type { CliConfig } from '../config.ts'
import { toFailedRemark } from '../failed-remark.ts'
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

/** Lines that are asked of a server in one call. */
const SLICE = 1_000

type Row = { readonly query: string } & ({ readonly record: IpRecord } | { readonly error: string })
type Finder = (queries: readonly string[]) => Promise<readonly Row[]>

export default defineCommand({
  async run({ words, config, stdin, print, remark }) {
    const options = { ndjson: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    const isNdjson = values.ndjson === true
    const paths = positionals.length > 0 ? positionals : ['-']
    await using local = await openLocalData(config)
    const find = local ? findHere(local.ip) : await findThere(config)
    let wrong = 0
    if (!isNdjson) await print(`ip,${COLUMNS.join(',')},error\n`)
    for await (const queries of toSlices(readQueries(paths, stdin), local ? 1 : SLICE))
      for (const row of await find(queries)) {
        if ('error' in row) wrong++
        await print(isNdjson ? toNdjson(row) : toCsv(row))
      }
    if (wrong > 0) remark(toFailedRemark(wrong)[config.lang])
  },
})

function findHere(ip: IpCapability): Finder {
  const findOne = async (query: string): Promise<Row> => {
    try {
      return { query, record: await ip.lookup(query) }
    } catch (error) {
      if (!isAppError(error)) throw error
      return { query, error: error.key }
    }
  }
  return (queries) => Promise.all(queries.map(findOne))
}

async function findThere(config: CliConfig): Promise<Finder> {
  if (config.server === undefined)
    throw new AppError('data_missing', { reason: { en: 'it has not been built here', zh: '本机尚未构建' } })
  const { connect } = await import('../connect.ts')
  const client = connect(config.server, config)
  return async (queries) => {
    const found = await client.batch(queries)
    return queries.map((query) => {
      const answer = found[query]
      return answer && !('error' in answer) ? { query, record: answer } : { query, error: answer?.error ?? 'bad_address' }
    })
  }
}

/** What the lines of all inputs ask for, each read by itself. */
async function* readQueries(paths: readonly string[], stdin: NodeJS.ReadStream): AsyncGenerator<string> {
  for (const path of paths) {
    // A file that is not there says so here; of a stream that is opened later the reader of lines would not hear.
    const input = path === '-' ? stdin : (await open(path)).createReadStream()
    yield* toQueries(createInterface({ input, crlfDelay: Infinity }))
  }
}

async function* toSlices(queries: AsyncIterable<string>, size: number): AsyncGenerator<string[]> {
  let slice: string[] = []
  for await (const query of queries) {
    slice.push(query)
    if (slice.length < size) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}

function toNdjson(row: Row): string {
  return `${JSON.stringify('error' in row ? { ip: row.query, error: row.error } : row.record)}\n`
}

function toCsv(row: Row): string {
  const read = (column: string) =>
    'error' in row
      ? ''
      : column.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | null)?.[part], row.record)
  const cells = [row.query, ...COLUMNS.map(read), 'error' in row ? row.error : '']
  return `${cells.map(toCell).join(',')}\n`
}

function toCell(value: unknown): string {
  return quoteCsv(typeof value === 'string' ? toHarmless(value) : String(value ?? ''))
}
