import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { CHANGED_ROWS, NAMES_TIMEOUT_MS, readNames, toBeginWithinMs } from '../../lib/name-list.ts'
import { namesField } from '../../lib/names-field.ts'
import { askPatiently, runMany } from '../../lib/run-many.ts'
import { toCalendarText } from '../whois/calendar.ts'
import { toExpiries, toRegistrationCsv } from './files.ts'
import { registrationRowSchema, toFailed, toRow, toRows, type RegistrationRow } from './rows.ts'

const COST_PER_NAME = 2
/** Few, so that somebody who asks for one name at the same registry waits for a moment only. */
const AT_ONCE = 4
/** A domain that has fewer days left than this should be renewed. */
const SOON_DAYS = 30

const countOfRows = (zh: string, en: string) => z.number().int().meta({ label: { en, zh } })

const output = z.object({
  total: countOfRows('域名', 'Names'),
  done: countOfRows('已查询', 'Asked'),
  soon: countOfRows(`${SOON_DAYS} 天内到期`, `Expire within ${SOON_DAYS} days`),
  isComplete: z.boolean().meta({ widget: 'hidden' }),
  rows: z
    .array(registrationRowSchema)
    .describe(CHANGED_ROWS)
    .meta({ label: { en: 'Registrations', zh: '注册信息' }, widget: 'table', main: true, streamKey: 'name' }),
  csv: z
    .string()
    .describe('The rows as CSV, once all are there')
    .meta({ label: { en: 'As CSV', zh: 'CSV' }, widget: 'hidden', printed: true }),
  calendar: z
    .string()
    .describe('The expiries as a calendar file (RFC 5545), once all are there')
    .meta({ label: { en: 'As calendar file', zh: '日历文件' }, widget: 'hidden' }),
})

export default defineTool({
  id: 'whois-batch',
  route: '/lookup/whois-batch',
  group: 'lookup',
  rank: 2,
  icon: 'ListSearch',
  title: { en: 'Batch whois lookup', zh: '批量 Whois 查询' },
  summary: { en: 'Registrar, dates and name servers of many domains', zh: '批量查询域名的注册商、到期时间与域名服务器' },
  about: {
    en: 'Looks up a list of domains, up to the limit of your plan (100 for free). You need to be logged in, and programs need a key, since registries limit how often they may be asked. A few names are asked at a time and shown as answers come in.\n\nNames are cut to the part that is registered. Only the registry is asked, not the registrar, and answers of the last day come from the cache. Names that fail or run out of time are marked and can be asked again.',
    zh: '批量查询域名，一次的数量取决于套餐（免费 100 个），供已登录用户和持有密钥的程序使用：注册局会限制查询频率，因此逐个排队查询，每次少量，结果随到随显示。\n\n域名按可注册部分截取。只询问注册局，不询问注册商；一天内的应答取自缓存。失败或未来得及查询的域名会如实标注，可再次查询。',
  },
  keywords: [
    'bulk whois',
    'bulk domain',
    'rdap',
    'expiring domains',
    'domain portfolio',
    '批量域名查询',
    '批量whois',
    '域名批量',
    '到期提醒',
  ],
  needs: ['probe'],
  isForAccounts: true,
  countNames: ({ names }) => readNames(names).length,
  accepts: { 'domain-list': {} },
  timeoutMs: NAMES_TIMEOUT_MS,
  cost: ({ names }) => Math.max(1, toRows(names, 'en').filter(isWaiting).length) * COST_PER_NAME,
  input: z.object({
    names: namesField,
    isFresh: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Ask again', zh: '重新查询' },
        help: { en: 'Instead of using answers cached in the last day', zh: '不使用最近一天内缓存的结果' },
        advanced: true,
      }),
  }),
  output,
  examples: [
    { name: { en: 'Two domains', zh: '两个域名' }, input: { names: 'example.com\nexample.org' } },
    { name: { en: 'Addresses of sites', zh: '网址' }, input: { names: 'https://www.example.com/a\nmail.example.net' } },
  ],
  async *run({ names, isFresh }, { probe, signal, lang, now }): AsyncGenerator<z.infer<typeof output>> {
    const rows = toRows(names, lang)
    const places = rows.flatMap((row, at) => (isWaiting(row) ? at : []))
    const find = async (at: number): Promise<RegistrationRow> => {
      const { name } = rows[at]!
      const options = { isBrief: true, isFresh, signal }
      try {
        return toRow(await askPatiently(() => probe.whois.find({ kind: 'domain', name }, options), signal), lang)
      } catch (error) {
        return { ...rows[at]!, ...toFailed(error, lang) }
      }
    }
    const limits = { atOnce: AT_ONCE, beginWithinMs: toBeginWithinMs(rows.length), signal }
    for await (const found of runMany(places, find, limits)) {
      for (const [index, row] of found.entries()) if (row) rows[places[index]!] = row
      yield toResult(rows, false)
    }
    yield toResult(
      rows.map((row) => (isWaiting(row) ? { ...row, state: 'failed', error: NO_TIME[lang] } : row)),
      true,
    )

    function toResult(all: readonly RegistrationRow[], isComplete: boolean): z.infer<typeof output> {
      return {
        total: all.length,
        done: all.filter((row) => !isWaiting(row)).length,
        soon: all.filter(({ daysLeft }) => daysLeft !== null && daysLeft < SOON_DAYS).length,
        isComplete,
        rows: [...all],
        csv: isComplete ? toRegistrationCsv(all) : '',
        calendar: isComplete ? toCalendarText(toExpiries(all), { lang, now: now() }) : '',
      }
    }
  },
})

const isWaiting = ({ state }: RegistrationRow): boolean => state === 'waiting'
const NO_TIME = { en: 'There was no time left for it: try again', zh: '时间已用完，请再次查询' }
