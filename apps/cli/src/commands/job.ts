import { openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { JobAnswer, JobList, JobOptions, OctetClient } from '@octet/client/client.ts'
import { fillText, type Text } from '@octet/core/text.ts'
import { defineCommand, refuseSurplus, UsageError, type CommandContext } from '../command.ts'
import { connect } from '../connect.ts'
import { toFailedRemark } from '../failed-remark.ts'
import { getKey } from '../get-key.ts'
import { getServer } from '../get-server.ts'
import { Refused } from '../ask-server.ts'
import { toTable, type Column } from '../text-table.ts'

const PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 10_000
/** As long as the server lets a file come in. */
const UPLOAD_MS = 600_000

type Flags = {
  readonly ndjson?: boolean | undefined
  readonly table?: boolean | undefined
  readonly column?: string | undefined
  readonly fields?: string | undefined
  readonly to?: string | undefined
  readonly 'no-wait'?: boolean | undefined
}
type Job = JobAnswer

/** What is done with a job, by the first word. */
const VERBS = { add, list, get, end } as const

export default defineCommand({
  async run(context) {
    const { values, positionals } = parseArgs({
      args: [...context.words],
      options: {
        ndjson: { type: 'boolean' },
        table: { type: 'boolean' },
        column: { type: 'string' },
        fields: { type: 'string' },
        to: { type: 'string' },
        'no-wait': { type: 'boolean' },
      },
      allowPositionals: true,
    })
    const [verb, what, ...surplus] = positionals
    refuseSurplus(surplus)
    if (verb === undefined || !Object.hasOwn(VERBS, verb))
      throw new UsageError({
        en: `expected add, list, get or end, got ${verb === undefined ? 'nothing' : `“${verb}”`}`,
        zh: `应为 add、list、get 或 end，${verb === undefined ? '但没有给出' : `收到“${verb}”`}`,
      })
    const client = connect(getServer(context.config), { ...context.config, key: getKey(context.config), patienceMs: UPLOAD_MS })
    await VERBS[verb as keyof typeof VERBS](context, client, what, values)
  },
})

async function add(context: CommandContext, client: OctetClient, path: string | undefined, flags: Flags): Promise<void> {
  const shape = toShape(flags)
  const file = await readFile(context, getWord(path, { en: 'a file, or - for the input', zh: '文件，或表示标准输入的 -' }))
  const job = await client.createJob(file, {
    ...shape,
    ...(path !== '-' && { name: basename(path ?? '') }),
    ...(flags.fields !== undefined && { fields: flags.fields.split(',') }),
  })
  if (flags['no-wait']) return context.print(`${job.id}\n`)
  context.remark(job.id)
  await fetchResult(context, client, job, flags)
}

/** What is made of a file: a column of addresses is one of a table. Throws {@link UsageError}. */
function toShape({ ndjson, table, column }: Flags): Pick<JobOptions, 'format' | 'column'> {
  const isTable = table || column !== undefined
  if (isTable && ndjson)
    throw new UsageError({ en: 'expected --ndjson or a table, not both', zh: '--ndjson 与 --table、--column 不能同时使用' })
  if (isTable) return { format: 'table', ...(column !== undefined && { column }) }
  return { format: ndjson ? 'ndjson' : 'csv' }
}

async function list(
  { print, config: { lang } }: CommandContext,
  client: OctetClient,
  surplus: string | undefined,
): Promise<void> {
  refuseSurplus(surplus === undefined ? [] : [surplus])
  const columns = COLUMNS.map(({ head, ...rest }): Column => ({ ...rest, head: head[lang] }))
  const rows = (await client.jobs()).map((job) => ({ cells: toCells(job), note: toNote(job) }))
  const width = process.stdout.isTTY ? process.stdout.columns || 80 : Infinity
  if (rows.length > 0) await print(`${toTable(columns, rows, width).join('\n')}\n`)
}

async function get(context: CommandContext, client: OctetClient, id: string | undefined, flags: Flags): Promise<void> {
  await fetchResult(context, client, await client.job(getId(id)), flags)
}

async function end({ remark, config }: CommandContext, client: OctetClient, id: string | undefined): Promise<void> {
  const { returned_units: returned } = await client.endJob(getId(id))
  if (returned > 0) remark(fillText(RETURNED[config.lang], { count: returned }))
}

const RETURNED = {
  en: '{count} {count|request|requests} given back, for what had not been looked up yet',
  zh: '已退还 {count} 次，对应尚未查询的部分',
}

const COLUMNS = [
  { head: { en: 'id', zh: '编号' } },
  { head: { en: 'state', zh: '状态' } },
  { head: { en: 'done', zh: '进度' }, isNumber: true },
  { head: { en: 'lines', zh: '行数' }, isNumber: true },
  { head: { en: 'begun', zh: '提交时间' } },
  { head: { en: 'file', zh: '文件' } },
] as const

const toCells = ({ id, state, percent, lines, created_at: begun, name }: JobList[number]): string[] => [
  id,
  state,
  `${percent}%`,
  String(lines),
  begun,
  name ?? '',
]
const toNote = ({ msg }: JobList[number]): string | undefined => msg ?? undefined

const getId = (id: string | undefined): string => getWord(id, { en: 'the id of a job', zh: '任务编号' })

function getWord(word: string | undefined, expected: Text): string {
  if (word !== undefined) return word
  throw new UsageError({ en: `expected ${expected.en}`, zh: `请给出${expected.zh}` })
}

async function readFile({ stdin }: CommandContext, path: string): Promise<Blob> {
  if (path === '-') return new Blob([await buffer(stdin)], { type: 'text/plain' })
  await (await open(path)).close() // says here that it is not there
  return openAsBlob(path, { type: /\.csv$/i.test(path) ? 'text/csv' : 'text/plain' })
}

const WITHOUT_ADDRESS = { en: '{count} {count|row|rows} without an address', zh: '{count} 行没有地址' }

/** Waits for the end of a job and hands its result on. Throws {@link Refused} when there will be none. */
async function fetchResult(context: CommandContext, client: OctetClient, begun: Job, { to }: Flags): Promise<void> {
  const { config, remark, print } = context
  let job = begun
  for (let pauseMs = PAUSE_MS; job.state === 'waiting' || job.state === 'running'; pauseMs *= 1.5) {
    await sleep(Math.min(pauseMs, LONGEST_PAUSE_MS))
    const { percent: before } = job
    job = await client.job(job.id)
    if (job.percent > before) remark(`${job.percent}%`)
  }
  if (job.state !== 'done')
    throw new Refused(
      job.msg === null ? { en: `the job is ${job.state}`, zh: `任务状态为 ${job.state}` } : { en: job.msg, zh: job.msg },
    )
  const { body } = await client.openJobResult(job.id)
  if (body && to !== undefined) await pipeline(Readable.from(body), (await open(to, 'w')).createWriteStream())
  else if (body) for await (const part of body) await print(part)
  if (job.failed === 0) return
  const { en, zh } = job.format === 'table' ? WITHOUT_ADDRESS : toFailedRemark(job.failed)
  remark(fillText({ en, zh }[config.lang], { count: job.failed }))
}
