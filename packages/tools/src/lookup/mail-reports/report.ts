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

/** Mails of one kind that somebody complained about, or that failed a check. */
export type Complaint = {
  type: string
  count: number
  ip: string
  domain: string
  reason?: string
  disposition?: string
  sender?: string
  receiver?: string
  /** The last of them. */
  at?: string
}

export type FeedbackReport = { readonly kind: 'feedback'; readonly head: ReportHead; readonly complaint: Complaint }
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
  kind: 'dmarc' | 'tls' | 'feedback'
  total: number
  passed?: number
  failed?: number
  passedPercent?: number
  quarantined?: number
  rejected?: number
  notes: string[]
  sources?: Source[]
  failures?: Failure[]
  complaints?: Complaint[]
  policies: Policy[]
  reports: ReportHead[]
}
