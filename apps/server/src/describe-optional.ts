import { describeProbeStep } from '@octet/probe/describe-probe-step.ts'
import { canReadSegmentSizes } from '@octet/probe/tcp/segment-sizes.ts'
import type { Config } from './config.ts'
import { hasOutbox } from './domain/mail/has-outbox.ts'
import { isFromNowhere } from './domain/mail/to-sender.ts'
import { isPlaceless } from './local-origin.ts'

const KEPT = 'optional: SMTP_URL sends mail; until then it is kept for this machine at /account/outbox'
const UNSENT =
  'mail: without SMTP_URL nobody gets mail, and so no link to confirm an address or to choose a new password; visitors are told so, and `octet operator mails` shows what is kept for them. Accounts that need none: `octet operator link`, `octet user add`'
const NAMELESS =
  'mail: comes from no-reply@localhost, which most servers refuse to take; mailFrom in the operator’s file names a sender of your own'

/** Lines for the start: how packets are sent here, what is optional and missing, and how to get it. */
export async function describeOptional(config: Config): Promise<string[]> {
  const { step, note } = await describeProbeStep()
  const hasSs = await canReadSegmentSizes()
  return [
    ...config.misspelt.map(({ name, meant }) => `settings: ${name} is none; perhaps ${meant} was meant`),
    `probes: ${step}. ${note.en}`,
    ...(config.redisUrl ? [] : ['optional: REDIS_URL shares limits between machines; one machine needs none']),
    ...(hasSs ? [] : ['optional: ss shows visitors the MTU of their connection (Debian: apt-get install iproute2)']),
    ...(isPlaceless(config) ? [`links: say ${config.publicOrigin}, which nobody can open, until PUBLIC_ORIGIN is set`] : []),
    ...(config.traces ? [`traces: to ${new URL(config.traces.endpoint).host}`] : []),
    ...describeMail(config),
  ]
}

/** A line where mails go nowhere, or not far; none where they go well. */
export function describeMail(config: Config): string[] {
  if (config.smtpUrl === undefined) return [hasOutbox(config) ? KEPT : UNSENT]
  return isFromNowhere(config.operator) ? [NAMELESS] : []
}

/** The line for a start without accounts; `fault` is what the database, or the way to it, says. */
export function describeAccountsOff({ databaseUrl }: Pick<Config, 'databaseUrl'>, fault: string | undefined): string | undefined {
  if (fault === undefined) return undefined
  const whose =
    databaseUrl === undefined ? 'the database in OCTET_VAR cannot be used' : 'the database of DATABASE_URL cannot be used yet'
  return `accounts: off, as ${whose} (${fault}). Lookups and tools work`
}
