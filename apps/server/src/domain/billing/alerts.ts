import type { Text } from '@octet/core/text.ts'
import type { Database } from '../../storage/database.ts'
import { insertAlerts, listAlerts, listNearQuota } from '../../storage/queries/quota-alerts.ts'
import { addMail } from '../mail/outbox.ts'
import type { Plan } from '../plan/plans.ts'
import { toPage, type BillingContext } from './context.ts'
import { toMonth } from './periods.ts'

const LEVELS = [100, 80] as const

/** What a plan does at its quota: go on, stop where it could go on, or stop. */
type AtQuota = 'extra' | 'stop' | 'end'

const NEXT: Readonly<Record<(typeof LEVELS)[number], Readonly<Record<AtQuota, Text>>>> = {
  80: {
    extra: {
      en: 'Extra requests are on: beyond the quota they are billed by the thousand.',
      zh: '超额请求已开启：超出额度后将按每千次计费。',
    },
    stop: {
      en: 'When the quota runs out you can upgrade, buy extra requests by the thousand, or stop until next month.',
      zh: '额度用完后，您可以升级套餐、按千次购买超额请求，或停止服务至下月。',
    },
    end: {
      en: 'When the quota runs out calls are refused until next month, or until you upgrade.',
      zh: '额度用完后，在下月之前或在您升级套餐之前，调用将被拒绝。',
    },
  },
  100: {
    extra: { en: 'Extra requests are on and are billed by the thousand.', zh: '超额请求已开启，将按每千次计费。' },
    stop: {
      en: 'Further calls are refused until next month, or until you upgrade or switch extra requests on.',
      zh: '在下月之前，或在您升级套餐、开启超额请求之前，后续调用将被拒绝。',
    },
    end: {
      en: 'Further calls are refused until next month, or until you upgrade.',
      zh: '在下月之前或在您升级套餐之前，后续调用将被拒绝。',
    },
  },
}

/** After extra requests have been used up as well. */
const AT_CAP: Text = {
  en: 'That includes the extra requests you agreed to pay for. Further calls are refused until next month, or until you upgrade or raise the monthly limit.',
  zh: '其中包括您同意付费的超额请求。在下月之前，或在您升级套餐、提高每月上限之前，后续调用将被拒绝。',
}

/** So many percent of a number of requests, and what comes of it. */
type Stage = { readonly quota: number; readonly percent: (typeof LEVELS)[number]; readonly next: Text }
type Month = Awaited<ReturnType<typeof listNearQuota>>[number]

/** What an account is told of in a month, the last to come first. */
function toStages(plan: Plan, { overage, overage_cap: cap, included }: Month): Stage[] {
  const isExtra = overage && plan.extraPer1000 !== undefined
  const atQuota: AtQuota = isExtra ? 'extra' : plan.extraPer1000 === undefined ? 'end' : 'stop'
  // Only beyond the largest plan of the month requests are extra.
  const quota = isExtra ? Math.max(plan.requestsPerMonth, included) : plan.requestsPerMonth
  const stages = LEVELS.map((percent) => ({ quota, percent, next: NEXT[percent][atQuota] }))
  return isExtra ? [{ quota: plan.requestsPerMonth + cap, percent: 100, next: AT_CAP }, ...stages] : stages
}

/**
 * Mails everybody whose month has passed 80 or 100 % of the plan's requests, or all extra ones, once each; of several at
 * once only the last.
 */
export async function tellUse(database: Database, context: BillingContext): Promise<void> {
  const month = toMonth(context.now())
  const rows = await database.run((queries) => listNearQuota(queries, month))
  if (rows.length === 0) return
  const told = await readTold(database, month)
  for (const row of rows) {
    const { id, email, lang, plan_id: planId, used } = row
    const plan = context.plans.find(planId)
    const reached = plan ? toStages(plan, row).filter(({ quota, percent }) => used * 100 >= quota * percent) : []
    const alerts = reached.map(({ quota, percent }) => ({ account_id: id, month, quota, percent }))
    const [last] = reached
    const mark = alerts[0] && toMark(alerts[0])
    if (!last || mark === undefined || told.has(mark)) continue
    await database.transact(async (queries) => {
      if (!(await insertAlerts(queries, alerts)).some((alert) => toMark(alert) === mark)) return
      await addMail(queries, {
        accountId: id,
        recipient: email,
        kind: last.percent === 100 ? 'quota_100' : 'quota_80',
        lang,
        brand: context.brand,
        link: toPage(context.publicOrigin, lang),
        values: {
          used: used.toLocaleString('en'),
          quota: last.quota.toLocaleString('en'),
          next: last.next[lang],
        },
      })
    })
  }
}

/** What has been told in a month: most of those who are near their quota have been for days. */
async function readTold(database: Database, month: string): Promise<ReadonlySet<string>> {
  const rows = await database.run((queries) => listAlerts(queries, month))
  return new Set(rows.map(toMark))
}

type Alert = { readonly account_id: string; readonly quota: number; readonly percent: number }

function toMark({ account_id: accountId, quota, percent }: Alert): string {
  return `${accountId} ${quota} ${percent}`
}
