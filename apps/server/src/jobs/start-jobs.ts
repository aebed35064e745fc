import type { Logger } from 'pino'
import { toOverridesFile } from '@octet/data/sources/overrides/source.ts'
import type { WhoisProbe } from '@octet/core/probe/whois.ts'
import type { Guard } from '@octet/probe/guard/guard.ts'
import type { Config } from '../config.ts'
import type { Availability } from '../domain/availability/availability.ts'
import type { Billing } from '../domain/billing/billing.ts'
import type { IpService } from '../domain/ip-service.ts'
import type { MailServer } from '../domain/mail/mail-server.ts'
import { toSender } from '../domain/mail/to-sender.ts'
import type { Plans } from '../domain/plan/plans.ts'
import type { Points } from '../points/create-points.ts'
import type { Database } from '../storage/database.ts'
import { startBillingJob } from './billing.ts'
import { startCheckJob } from './check-parts.ts'
import { startCleanUp } from './clean-up.ts'
import { startProductJob } from './make-products.ts'
import { startJobRunner } from './run-jobs.ts'
import { startMonitorJob } from './run-monitors.ts'
import { startMailJob } from './send-mail.ts'
import { startLostPlanJob } from './tell-lost-plans.ts'
import { startCorrectionJob } from './write-corrections.ts'

export type JobParts = {
  readonly config: Config
  readonly log: Logger
  /** Undefined where there are no accounts: database files are all that is made then. */
  readonly database: Database | undefined
  readonly plans: Plans
  readonly billing: Billing
  readonly ip: IpService
  readonly guard: Guard
  readonly whois: WhoisProbe
  readonly points: Points
  readonly mailServer: MailServer
  readonly availability: Availability
  /** Charges a monitor's run to its account; whether that may have it. */
  readonly takeCredits: (accountId: string, credits: number) => boolean
}

/** The work in the background, in one thread of a process; what many processes must not do twice, they agree on in the database. */
export function startJobs(parts: JobParts): AsyncDisposable {
  const { config, log, database, plans, billing, ip, guard, whois, points, mailServer, availability, takeCredits } = parts
  const jobs = new AsyncDisposableStack()
  jobs.use(startProductJob({ config, log }))
  if (!database) return jobs
  const { varFolder, publicOrigin, smtpUrl, operator } = config
  jobs.use(startMailJob({ database, smtpUrl, from: toSender(operator), server: mailServer, log }))
  jobs.use(startCleanUp({ database, log }))
  jobs.use(startCheckJob({ availability, log }))
  jobs.use(startLostPlanJob({ database, plans, log }))
  jobs.use(startCorrectionJob({ database, overridesFile: toOverridesFile(varFolder), log }))
  jobs.use(startJobRunner({ database, ip, guard, varFolder, publicOrigin, log }))
  jobs.use(startBillingJob({ billing, database, log }))
  const { monitors, measurements } = points
  jobs.use(startMonitorJob({ database, monitors, measurements, guard, whois, takeCredits, log }))
  return jobs
}
