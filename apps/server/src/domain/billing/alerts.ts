import type { Text } from '@octet/core/text.ts'
import type { Database } from '../../storage/database.ts'
import { insertAlerts, listAlerts, listNearQuota } from '../../storage/queries/quota-alerts.ts'
import { addMail } from '../mail/outbox.ts'
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

/** Mails everybody whose month has passed 80 or 100 % of the plan's requests, once each; both at once only the higher. */
export async function tellUse(database: Database, context: BillingContext): Promise<void> {
  const month = toMonth(context.now())
  const rows = await database.run((queries) => listNearQuota(queries, month))
  if (rows.length === 0) return
  const told = await readTold(database, month)
  for (const { id, email, lang, plan_id: planId, overage, used } of rows) {
    const plan = context.plans.find(planId)
    const quota = plan?.requestsPerMonth
    const atQuota: AtQuota = overage ? 'extra' : plan?.extraPer1000 === undefined ? 'end' : 'stop'
    const level = quota === undefined ? undefined : LEVELS.find((percent) => used * 100 >= quota * percent)
    if (quota === undefined || level === undefined || told.has(toMark({ account_id: id, quota, percent: level }))) continue
    await database.transact(async (queries) => {
      const levels = LEVELS.filter((percent) => percent <= level)
      const alerts = levels.map((percent) => ({ account_id: id, month, quota, percent }))
      if (!(await insertAlerts(queries, alerts)).includes(level)) return
      await addMail(queries, {
        accountId: id,
        recipient: email,
        kind: level === 100 ? 'quota_100' : 'quota_80',
        lang,
        brand: context.brand,
        link: toPage(context.publicOrigin, lang),
        values: {
          used: used.toLocaleString('en'),
          quota: quota.toLocaleString('en'),
          next: NEXT[level][atQuota][lang],
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
