import type { Kind } from './made.ts'
import type { DkimKey } from './dkim.ts'
import type { Policy } from './dmarc.ts'
import type { Ending } from './spf.ts'
import type { Mode } from './transport.ts'

export type RecordsInput = {
  readonly make: Kind
  readonly domain: string
  readonly senders: string
  readonly current: string
  readonly ending: Ending
  readonly policy: Policy
  readonly reports: string
  readonly selector: string
  readonly key: DkimKey
  readonly publicKey: string
  readonly servers: string
  readonly mode: Mode
  readonly days: number
  readonly logo: string
  readonly certificate: string
  readonly subdomains: Policy | 'same'
  readonly missing: Policy | 'same'
  readonly failures: string
  readonly isStrict: boolean
  readonly isTrial: boolean
  readonly isTesting: boolean
  readonly ttl: number
}

export type RecordsOutput = {
  text: string
  records: { host: string; type: string; value: string; purpose: string; name: string; zone?: string }[]
  lookups?: number
  notes: string[]
  policy?: string
  policyUrl?: string
  privateKey?: string
  parts?: { record: string; part: string; meaning: string }[]
  whole?: string
  progress?: number
}
