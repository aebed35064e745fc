import { quoteCsv, toHarmless } from '@octet/core/csv-cell.ts'
import { AppError, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import type { Filing, IcpResult } from '@octet/core/probe/icp.ts'
import type { Lang } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { CHANGED_ROWS, NAMES_TIMEOUT_MS, readNames, toBeginWithinMs } from '../../lib/name-list.ts'
import { namesField } from '../../lib/names-field.ts'
import { askPatiently, runMany } from '../../lib/run-many.ts'
import { parseTarget } from '../../lib/target.ts'

const COST_PER_NAME = 3
const AT_ONCE = 5

const nullable = z.string().nullable()

const rowSchema = z.object({
  domain: z.string().meta({ label: { en: 'Domain', zh: '域名' } }),
  outcome: z.enum(['waiting', 'found', 'not-on-page', 'not-reached', 'failed']).meta({
    label: { en: 'Outcome', zh: '结果' },
    options: {
      waiting: { en: 'waiting', zh: '等待中' },
      found: { en: 'found', zh: '找到备案信息' },
      'not-on-page': { en: 'not on the page', zh: '页面上没有' },
      'not-reached': { en: 'not reached', zh: '未能访问' },
      failed: { en: 'failed', zh: '失败' },
    },
  }),
  icp: nullable.meta({ label: { en: 'ICP filing', zh: 'ICP 备案号' } }),
  police: nullable.meta({ label: { en: 'Police filing', zh: '公安备案号' } }),
  telecom: nullable.meta({ label: { en: 'Telecom licence', zh: '电信业务许可证' } }),
  province: nullable.meta({ label: { en: 'Province', zh: '省份' } }),
  isLinkRight: z
    .boolean()
    .nullable()
    .meta({ label: { en: 'Links correct', zh: '链接正确' } }),
  title: nullable.meta({ label: { en: 'Title', zh: '网站标题' } }),
  askedAt: nullable.meta({ label: { en: 'Read at', zh: '读取时间' } }),
  error: nullable.meta({ label: { en: 'Problem', zh: '问题' } }),
})
type Row = z.infer<typeof rowSchema>

const EMPTY: Omit<Row, 'domain'> = {
  outcome: 'waiting',
  icp: null,
  police: null,
  telecom: null,
  province: null,
  isLinkRight: null,
  title: null,
  askedAt: null,
  error: null,
}

const output = z.object({
  total: z
    .number()
    .int()
    .meta({ label: { en: 'Sites', zh: '网站' } }),
  done: z
    .number()
    .int()
    .meta({ label: { en: 'Read', zh: '已读取' } }),
  isComplete: z.boolean().meta({ widget: 'hidden' }),
  rows: z
    .array(rowSchema)
    .describe(CHANGED_ROWS)
    .meta({ label: { en: 'Filings', zh: '备案' }, widget: 'table', main: true, streamKey: 'domain' }),
  csv: z
    .string()
    .describe('The rows as CSV, once all are there')
    .meta({ label: { en: 'As CSV', zh: 'CSV' }, widget: 'hidden', printed: true }),
})
type Output = z.infer<typeof output>

export default defineTool({
  id: 'icp-batch',
  route: '/lookup/icp-batch',
  group: 'lookup',
  rank: 4,
  icon: 'ListCheck',
  title: { en: 'Batch ICP filing lookup', zh: '批量 ICP 备案查询' },
  summary: { en: 'The filing numbers that many sites show', zh: '批量读取网站公示的备案号' },
  about: {
    en: 'Reads the front pages of a list of sites, up to the limit of your plan (100 for free). You need to be logged in; programs need a key. A few sites are read at a time and shown as they come in; what was read in the last day comes from the cache. The numbers are what the sites say of themselves, and a page without one may still belong to a filed site.',
    zh: '与单个查询相同，批量读取网站首页，一次的数量取决于套餐（免费 100 个），供已登录用户和持有密钥的程序使用。每次同时读取少量网站，结果随到随显示；一天内读取过的取自缓存。备案号仅为网站自述，页面没有备案号不代表网站未备案。',
  },
  keywords: ['bulk icp', 'bulk filing', '批量备案', '批量备案号'],
  needs: ['probe'],
  isForAccounts: true,
  countNames: ({ names }) => readNames(names).length,
  timeoutMs: NAMES_TIMEOUT_MS,
  cost: ({ names }) => readNames(names).length * COST_PER_NAME,
  input: z.object({
    names: namesField,
    isFresh: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Read again', zh: '重新读取' },
        help: { en: 'Instead of using what was cached in the last day', zh: '不使用最近一天内缓存的结果' },
        advanced: true,
      }),
  }),
  output,
  examples: [
    { name: { en: 'Two sites', zh: '两个网站' }, input: { names: 'www.qq.com\nwww.baidu.com' } },
    { name: { en: 'Addresses of pages', zh: '网址' }, input: { names: 'https://example.cn/a，https://example.com.cn/' } },
  ],
  async *run({ names, isFresh }, host): AsyncGenerator<Output> {
    const { signal, lang } = host
    const rows: Row[] = readNames(names).map((domain) => ({ ...EMPTY, domain }))
    const find = async ({ domain }: Row): Promise<Row> => {
      try {
        return await askPatiently(() => readSite(domain, isFresh, host), signal)
      } catch (error) {
        if (!isAppError(error) || error.key === 'cancelled') throw error
        return { ...EMPTY, domain, outcome: 'failed', error: toErrorMessage(error, lang) }
      }
    }
    let sofar: readonly Row[] = rows
    for await (const found of runMany(rows, find, { atOnce: AT_ONCE, beginWithinMs: toBeginWithinMs(rows.length), signal })) {
      sofar = rows.map((row, at) => found[at] ?? row)
      yield toOutput(sofar, false)
    }
    yield toOutput(
      sofar.map((row) => (isWaiting(row) ? { ...row, outcome: 'failed', error: NO_TIME[lang] } : row)),
      true,
    )
  },
})

const isWaiting = ({ outcome }: Row): boolean => outcome === 'waiting'
const NO_TIME = { en: 'There was no time left for it: try again', zh: '时间已用完，请再次查询' }

async function readSite(domain: string, isFresh: boolean, { probe, signal, lang }: Host<'probe'>): Promise<Row> {
  let last: IcpResult | undefined
  for await (last of probe.icp.find(parseTarget(domain).host, { isFresh, signal }));
  if (!last) throw new AppError('cancelled')
  return toRow(last, lang)
}

function toRow({ domain, outcome, filings, pages, notes, askedAt }: IcpResult, lang: Lang): Row {
  const numbersOf = (kind: Filing['kind']) =>
    filings
      .filter((filing) => filing.kind === kind)
      .map(({ number }) => number)
      .join(' ') || null
  const links = filings.flatMap(({ isLinkRight }) => isLinkRight ?? [])
  const problem = pages.find((page) => page.problem)?.problem
  return {
    domain,
    outcome,
    icp: numbersOf('icp'),
    police: numbersOf('police'),
    telecom: numbersOf('telecom'),
    province: filings.find(({ province }) => province)?.province?.[lang] ?? null,
    isLinkRight: links.length === 0 ? null : links.every(Boolean),
    title: pages.find(({ title }) => title)?.title ?? null,
    askedAt,
    error: outcome === 'not-reached' ? ((notes[0] ?? problem)?.[lang] ?? null) : null,
  }
}

function toOutput(rows: readonly Row[], isComplete: boolean): Output {
  return {
    total: rows.length,
    done: rows.filter((row) => !isWaiting(row)).length,
    isComplete,
    rows: [...rows],
    csv: isComplete ? toCsv(rows) : '',
  }
}

const COLUMNS = Object.keys(rowSchema.shape) as (keyof Row)[]

function toCsv(rows: readonly Row[]): string {
  const toLine = (row: Row) => COLUMNS.map((name) => (row[name] === null ? '' : quoteCsv(toHarmless(String(row[name])))))
  return [COLUMNS.join(','), ...rows.map((row) => toLine(row).join(','))].join('\r\n')
}
