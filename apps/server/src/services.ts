import type { Logger } from 'pino'
import type { AnyTool } from '@octet/core/tool.ts'
import type { AnyEndpoint } from '@octet/core/endpoint.ts'
import type { Capabilities } from '@octet/core/host.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import type { Accounts } from './domain/account/accounts.ts'
import type { Passkeys } from './domain/account/passkeys.ts'
import type { Sessions } from './domain/account/sessions.ts'
import type { Audit } from './domain/audit/audit.ts'
import type { Availability } from './domain/availability/availability.ts'
import type { Contact } from './domain/contact/contact.ts'
import type { DnsLeak } from './domain/dns-leak/dns-leak.ts'
import type { BackOffice } from './domain/operator/back-office.ts'
import type { ProofOfWork } from './domain/proof/proof-of-work.ts'
import type { ToolSwitches } from './domain/switches/tool-switches.ts'
import type { Keys } from './domain/key/keys.ts'
import type { KeyTable } from './domain/key/key-table.ts'
import type { Billing } from './domain/billing/billing.ts'
import type { Plans } from './domain/plan/plans.ts'
import type { Meter } from './domain/usage/meter.ts'
import type { Allowance } from './http/allowance.ts'
import type { Brakes } from './http/brakes.ts'
import type { ProbeGate } from './http/proof/probe-gate.ts'
import type { Drain } from './http/drain.ts'
import type { SiteMemory } from './http/site-memory.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Config } from './config.ts'
import type { Points } from './points/create-points.ts'
import type { DownloadLog } from './domain/downloads/download-log.ts'
import type { Downloads } from './domain/downloads/downloads.ts'
import type { Builds } from './domain/builds.ts'
import type { IpService } from './domain/ip-service.ts'
import type { Corrections } from './domain/corrections/corrections.ts'
import type { Jobs } from './domain/jobs/jobs.ts'
import type { KeptInputs } from './domain/kept-inputs.ts'
import type { MailCheck } from './domain/mail/mail-check.ts'
import type { Maps } from './domain/maps.ts'
import type { PathMtuReader } from './domain/path-mtu/path-mtu.ts'
import type { Database } from './storage/database.ts'
import type { ToolRunner } from './tools/runner.ts'
import type { Traces } from './traces/traces.ts'

/** Everything an endpoint may ask for. Built once in `create-services.ts`, closed in reverse. */
export type Services = {
  readonly config: Config
  readonly log: Logger
  /** The files of the built site; undefined when it has not been built. */
  readonly site: SiteMemory | undefined
  /** Undefined unless spans are collected somewhere. */
  readonly traces: Traces | undefined
  readonly tools: readonly AnyTool[]
  readonly endpoints: readonly AnyEndpoint[]
  readonly allowance: Allowance
  readonly ip: IpService
  /** Earlier builds, for answers as of a day. */
  readonly builds: Builds
  /** Lookups of whole files. */
  readonly jobs: Jobs
  /** Mistakes that visitors report. */
  readonly corrections: Corrections
  /** Database files, and who may have them. */
  readonly downloads: Downloads
  readonly downloadLog: DownloadLog
  /** Maps that can be shared. */
  readonly maps: Maps
  readonly keptInputs: KeptInputs
  /** Accounts, keys and use; every call of it may say `unavailable`. */
  readonly storage: Database
  readonly sessions: Sessions
  readonly accounts: Accounts
  /** Whether mails wait for the mail server at this moment. */
  readonly mailCheck: MailCheck
  readonly passkeys: Passkeys
  /** Who did what. */
  readonly audit: Audit
  readonly contact: Contact
  /** Work before something is sent without an account. */
  readonly proof: ProofOfWork
  readonly backOffice: BackOffice
  /** Which tools are off. */
  readonly switches: ToolSwitches
  readonly plans: Plans
  /** What plans cost and who has paid. */
  readonly billing: Billing
  readonly keys: Keys
  /** All keys, in memory. */
  readonly keyTable: KeyTable
  readonly meter: Meter
  /** Against guessed passwords and floods of mail. */
  readonly brakes: Brakes
  /** What network tools cost callers without an account. */
  readonly probeGate: ProbeGate
  /** What tools get for their `needs`, bound to the caller's address. */
  readonly capabilities: (caller: { address: string; lang: Lang }) => Capabilities
  /** Which step of the probe ladder this machine has, and how to get a better one. */
  readonly probeState: { readonly step: string; readonly note: Text }
  readonly runner: ToolRunner
  /** Whether the parts of the service work, and how often they did. */
  readonly availability: Availability
  readonly metrics: Metrics
  readonly drain: Drain
  /** Monitoring points and what they measure. */
  readonly points: Points
  /** Which resolvers ask for names of the operator's own zone. */
  readonly dnsLeak: DnsLeak
  /** What the connection of a visitor carries. */
  readonly pathMtu: PathMtuReader
}

declare module '@octet/core/endpoint.ts' {
  interface EndpointServices extends Services {}
}
