import { AppError } from '@octet/core/errors.ts'
import { formatAddress } from '@octet/core/ip/address.ts'
import type { MailProbe, MailReport } from '@octet/core/probe/mail.ts'
import { parse } from 'tldts'
import { refuseFailure, type DnsClient } from '../dns/client.ts'
import { readRdata } from '../dns/rdata.ts'
import { createTextReader } from '../dns/text-reader.ts'
import { TYPES } from '../dns/types.ts'
import type { Guard } from '../guard/guard.ts'
import type { Fetcher } from '../http/fetch.ts'
import { BIMI, TLS_REPORTS, toMailChecks } from './checks.ts'
import { checkMxSigning, readDane } from './dane.ts'
import { readDkim } from './dkim.ts'
import { readDmarc } from './dmarc.ts'
import { checkReports } from './dmarc-reports.ts'
import { checkServers } from './smtp-checks.ts'
import { speakToServers } from './smtp.ts'
import { checkHost } from './check-host.ts'
import { readSpf } from './spf.ts'
import { createSpfDns } from './spf-dns.ts'
import { checkBareDomain, checkMailHosts } from './mail-hosts.ts'
import { readMtaSts } from './mta-sts.ts'
import { findMisplaced } from './misplaced.ts'
import { createRecordFinder, parseTags, pickRecords, TextBook } from './txt.ts'

export type MailProbeOptions = {
  readonly guard: Guard
  readonly client: DnsClient
  readonly fetcher: Fetcher
  /** Trusted beside the public roots. */
  readonly ca?: string | undefined
  /** Where mail servers are spoken to; 25 unless given. */
  readonly smtpPort?: number | undefined
  readonly now?: (() => Date) | undefined
  readonly limits?: Limits | undefined
}

type Limits = {
  readonly totalMs: number
  /** For one question to DNS. */
  readonly askMs: number
  /** For the file of MTA-STS. */
  readonly policyMs: number
  /** For all mail servers together; some greet after six seconds, since impatient senders are unwelcome (postscreen). */
  readonly speakMs: number
}

const LIMITS: Limits = { totalMs: 9000, askMs: 2500, policyMs: 4000, speakMs: 8500 }
const MAX_SELECTORS = 20
const NXDOMAIN = 3
/** Selectors of widely used mail services; a domain's own can only be known from a mail it sent. */
const COMMON_SELECTORS = [
  'default',
  'google',
  'selector1',
  'selector2',
  'k1',
  'k2',
  's1',
  's2',
  'mail',
  'dkim',
  'fm1',
  'zoho',
  'mxvault',
  'qqmail',
]

/** Reads what a domain publishes about its mail, then how its servers answer. */
export function createMailProbe(options: MailProbeOptions): MailProbe {
  return { report: (text, asked) => report(options, text, asked) }
}

async function* report(
  {
    guard,
    client,
    fetcher,
    ca,
    smtpPort,
    now = () => new Date(),
    limits: { totalMs, askMs, policyMs, speakMs } = LIMITS,
  }: MailProbeOptions,
  text: string,
  { signal, timeoutMs = totalMs, selectors = [], speaks = true, sender }: Parameters<MailProbe['report']>[1] = {},
): ReturnType<MailProbe['report']> {
  const domain = guard.checkName(text)
  const deadline = performance.now() + Math.min(timeoutMs, totalMs)
  const left = () => Math.max(1, deadline - performance.now())
  const reading = { signal, left, stepMs: askMs }
  const askText = createTextReader(client, reading)
  const book = new TextBook(askText)
  const asked = [...new Set(selectors.filter((one) => /^[\w.-]{1,63}$/.test(one)))].slice(0, MAX_SELECTORS)
  const wanted = [...new Set([...asked, ...COMMON_SELECTORS])].slice(0, MAX_SELECTORS)
  const limits = () => ({ signal, timeoutMs: Math.min(askMs, left()) })
  const mxAsked = readMx(client, domain, limits())
  const mxFound = mxAsked.then(({ rows }) => rows)
  const daneFound = mxFound.then((found) => readDane(found, client, limits()))
  const speaking = speaks
    ? mxFound.then((found) =>
        speakToServers(
          found,
          daneFound.then((rows) => (host) => rows.find((row) => row.host === host)?.records ?? []),
          { guard, ca, port: smtpPort, domain, now: now() },
          { signal, timeoutMs: Math.min(speakMs, left()) },
        ),
      )
    : undefined
  speaking?.catch(() => {}) // is thrown below, unless the records fail before
  const [mx, hosts, dane, spf, verdict, dmarc, dkim, mtaSts, tlsRpt, bimi] = await Promise.all([
    mxFound,
    mxFound.then((found) =>
      found.length > 0 ? checkMailHosts(found, client, limits()) : checkBareDomain(domain, client, limits()),
    ),
    daneFound,
    readSpf(domain, { askText, hasRecord: createRecordFinder(client, reading) }),
    sender && checkHost(domain, { ...sender, helo: domain }, { dns: createSpfDns(client, askText, reading), now: now() }),
    readDmarc(domain, book),
    Promise.all(wanted.map((selector) => readDkim(selector, domain, book))),
    readMtaSts(domain, book, fetcher, { signal, timeoutMs: policyMs }),
    book.find(`_smtp._tls.${domain}`),
    readBimi(domain, book),
  ])
  const facts = {
    domain,
    mx,
    servers: [],
    spf: sender && verdict ? { ...spf, sender: { address: formatAddress(sender.address), ...verdict } } : spf,
    dmarc,
    dkim: dkim.flatMap((one) => one ?? []),
    mtaSts,
    tlsRpt: findReportRecord(tlsRpt),
    bimi,
    dane,
  }
  const missing = asked.filter((selector, index) => !dkim[index] && !book.unasked.has(`${selector}._domainkey.${domain}`))
  const hasDmarc = dmarc.record !== null || book.unasked.has(`_dmarc.${domain}`)
  const [reports, misplaced] = await Promise.all([
    checkReports(dmarc, book),
    findMisplaced({ domain, hasDmarc, selectors: missing }, book),
  ])
  const signing = checkMxSigning(dane, (await mxAsked).isSigned)
  const checks = [...toMailChecks(facts, book.unasked, missing), ...signing, ...reports, ...misplaced, ...hosts]
  if (!speaking) return yield { ...facts, checks, isComplete: true }
  yield { ...facts, checks, isComplete: false }
  const servers = await speaking
  yield { ...facts, servers, checks: [...checks, ...checkServers(servers, facts)], isComplete: true }
}

async function readMx(
  client: DnsClient,
  domain: string,
  limits: { signal: AbortSignal | undefined; timeoutMs: number },
): Promise<{ rows: MailReport['mx']; isSigned: boolean }> {
  const asked = { name: `${domain}.`, type: TYPES.MX, isDnssecOk: true, flags: { ad: true } }
  const message = refuseFailure(await client.ask({ ...asked, ...limits }))
  if (message.rcode === NXDOMAIN) throw new AppError('name_not_found', { got: domain })
  const fields = message.answers.filter(({ type }) => type === TYPES.MX).map(({ type, rdata }) => readRdata(type, rdata)!)
  const rows = fields
    .map((one) => ({ preference: Number(one['preference']), host: String(one['exchange']).replace(/(.)\.$/, '$1') }))
    .sort((a, b) => a.preference - b.preference)
  return { rows, isSigned: message.flags.ad }
}

/** Of several records none counts (RFC 8460 §3): they are shown together. */
function findReportRecord(texts: readonly string[]): string | null {
  const records = pickRecords(texts, TLS_REPORTS, /TLSRPTv1/i)
  return records.length === 0 ? null : records.join('\n')
}

/** The record of the domain, else of its organisation (draft-brand-indicators-for-message-identification §7.2). */
async function readBimi(domain: string, book: TextBook): Promise<MailReport['bimi']> {
  const organisation = parse(domain, { allowPrivateDomains: false }).domain ?? domain
  const names = [...new Set([domain, organisation])]
  const found = await Promise.all(names.map((name) => book.find(`default._bimi.${name}`)))
  const record = found.flatMap((texts) => pickRecords(texts, BIMI, /BIMI1/i).slice(0, 1))[0] ?? null
  const tags = record ? parseTags(record) : {}
  return { record, logo: tags['l'] || null, authority: tags['a'] || null }
}
