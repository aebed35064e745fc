/** One report: who wrote it about whom, and for which time. */
export type ReportHead = {
  organization: string
  domain: string
  id: string
  contact?: string
  begin?: string
  end?: string
  /** Messages or sessions that it counts. */
  count: number
}

/** What the domain asked for at that time, in the words of its record. */
export type Policy = { domain: string; policy: string; passed: number; failed: number }

/** Mails of one address with the same results. */
export type Source = {
  ip: string
  count: number
  result: 'pass' | 'fail'
  disposition: string
  from: string
  dkim: string
  spf: string
  signatures: string
  envelope: string
  reason?: string
}

/** Connections that failed for one reason. */
export type Failure = {
  type: string
  count: number
  domain: string
  sender?: string
  receiver?: string
  reason?: string
}

export type DmarcReport = {
  readonly kind: 'dmarc'
  readonly head: ReportHead
  readonly policy: Policy
  readonly sources: Source[]
}
export type TlsReport = {
  readonly kind: 'tls'
  readonly head: ReportHead
  readonly policies: Policy[]
  readonly failures: Failure[]
}

/** Reports of one kind, added up. */
export type MailReports = {
  text: string
  kind: 'dmarc' | 'tls'
  total: number
  passed: number
  failed: number
  passedPercent?: number
  quarantined?: number
  rejected?: number
  notes: string[]
  sources?: Source[]
  failures?: Failure[]
  policies: Policy[]
  reports: ReportHead[]
}
