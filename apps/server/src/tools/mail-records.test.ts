import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAddress } from '@octet/core/ip/address.ts'
import type { MailReport } from '@octet/core/probe/mail.ts'
import { createDnsClient } from '@octet/probe/dns/client.ts'
import { toNormalName } from '@octet/probe/dns/names.ts'
import { createGuard } from '@octet/probe/guard/guard.ts'
import type { Fetcher } from '@octet/probe/http/fetch.ts'
import { createMailProbe } from '@octet/probe/mail/mail-probe.ts'
import { rr, startDnsServer } from '@octet/probe/testing/dns-server.ts'
import { UNHURRIED } from '@octet/probe/testing/unhurried.ts'
import tool from '@octet/tools/generate/mail-records/tool.ts'
import { splitStrings } from '@octet/tools/generate/mail-records/zone-file.ts'
import { answerTool } from '@octet/tools/run.ts'
import { createTestHost } from '@octet/tools/testing/host.ts'
import {
  array,
  assert as check,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  ipV4,
  ipV6,
  record,
  subarray,
  tuple,
} from 'fast-check'
import type * as z from 'zod'

type Input = z.input<typeof tool.input>
type Output = z.output<typeof tool.output>

const random = (sizeBytes: number) => crypto.getRandomValues(new Uint8Array(sizeBytes))
const make = (input: Input) => answerTool(tool, input, createTestHost({ random })) as Promise<Output>

const MAIL_SERVER = 'mx1.example.com'

/** What the mail domain check says of records, served by a server of DNS in this process. */
async function checkMade(
  made: Output,
  domain: string,
  options: { selectors?: string[]; address?: string } = {},
): Promise<MailReport> {
  const find = (name: string) => {
    const own = made.records.filter((row) => row.name === name)
    return own.length > 0 ? own : made.records.filter((row) => row.name === name.replace(/^[^.]+/, '*'))
  }
  await using server = await startDnsServer(({ name, type }) => {
    const owner = toNormalName(name).slice(0, -1)
    const rows = find(owner)
    if (type === 15 && rows.some((row) => row.type === 'MX'))
      return { answers: [rr(name, 'MX', { preference: 0, exchange: '.' })] }
    if (type === 15) return { answers: [rr(name, 'MX', { preference: 10, exchange: `${MAIL_SERVER}.` })] }
    if (type === 1) return { answers: [rr(name, 'A', { address: '8.8.8.8' })] }
    if (type === 28) return { answers: [rr(name, 'AAAA', { address: '2001:db8::8' })] }
    if (type !== 16) return { answers: [] }
    const texts = rows.filter((row) => row.type === 'TXT').map(({ value }) => splitStrings(value))
    // Names that are included, as far as they are not of the domain.
    const isOther = texts.length === 0 && !owner.endsWith(domain) && !/(?:^|\.)(?:_dmarc|_domainkey|_bimi)\./.test(owner)
    return {
      answers: (isOther ? [['v=spf1 ip4:203.0.113.0/24 -all']] : texts).map((strings) => rr(name, 'TXT', { texts: strings })),
    }
  })
  const guard = createGuard({ resolver: async () => [] })
  const client = createDnsClient({
    guard,
    systemServers: [{ transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true }],
  })
  const fetcher = {
    fetch: async () => ({ status: 200, body: new TextEncoder().encode(made.policy), isCut: false }),
    header: () => 'text/plain',
  } as unknown as Fetcher
  const { selectors, address } = options
  const sender = address === undefined ? {} : { sender: { address: parseAddress(address), mailbox: `a@${domain}` } }
  const probe = createMailProbe({ guard, client, fetcher, limits: UNHURRIED })
  const asked = { speaks: false, ...(selectors && { selectors }), ...sender }
  return (await Array.fromAsync(probe.report(domain, asked))).at(-1)!
}

/** Ids of checks with a verdict; the server here and its names are of no interest. */
const list = ({ checks }: MailReport, verdict: 'bad' | 'notice') =>
  [...new Set(checks.filter((one) => one.verdict === verdict).map(({ id }) => id))].filter(
    (id) => !/^(?:mx-|mail-host|dane)/.test(id),
  )

const DOMAINS = ['example.com', 'Example.COM.', 'shop.example.co.uk', '例子.中国', 'xn--fsqu00a.xn--fiqs8s', 'a_b.example.org']
const SERVICES = ['Google Workspace', 'microsoft365', '腾讯企业邮箱', 'SendGrid', 'spf.mtasv.net', 'zoho', 'feishu', 'amazon ses']
const HOSTS = ['mx', 'a', 'smtp.example.net', '邮件.example', 'a:mail.example.net/28', '10.0.0.1-10.0.0.9']
const CURRENT = ['', 'v=spf1 mx -all', '"v=spf1 ip4:198.51.100.0/24 " "~all"', 'v=spf1 a +all', 'x. 60 IN TXT "v=spf1 ?all"']
const POLICIES = ['none', 'quarantine', 'reject'] as const

const network = tuple(ipV4(), integer({ min: 8, max: 32 })).map(([address, size]) => `${address}/${size}`)
const wanted = record({
  domain: constantFrom(...DOMAINS),
  services: subarray(SERVICES, { maxLength: 5 }),
  hosts: subarray(HOSTS, { maxLength: 3 }),
  addresses: array(ipV4(), { maxLength: 5 }),
  networks: array(network, { maxLength: 5 }),
  sixes: array(ipV6(), { maxLength: 3 }),
  current: constantFrom(...CURRENT),
  ending: constantFrom('auto', 'fail', 'softfail'),
  policy: constantFrom(...POLICIES),
  reports: subarray(['a@example.com', 'b+c@reports.example', 'mailto:d!1@外部.example!10m', 'https://reports.example/tls!1']),
  hasServers: boolean(),
})

test('what is made for a domain with mail passes the mail domain check, with nothing to notice but what was chosen', async () => {
  await check(
    asyncProperty(wanted, async ({ services, hosts, addresses, networks, sixes, reports, hasServers, ...given }) => {
      const senders = [...services, ...hosts, ...addresses, ...networks, ...sixes].join('\n')
      const made = await make({
        ...given,
        ending: given.ending as 'auto',
        senders,
        reports: reports.join(', '),
        servers: hasServers ? MAIL_SERVER : '',
      })
      const domain = made.records[0]!.name
      const [address] = [...addresses, ...sixes]
      const report = await checkMade(made, domain, address === undefined ? {} : { address })
      assert.equal(report.spf.record, made.records[0]!.value)
      assert.equal(report.dmarc.record, made.records[1]!.value)
      if (address !== undefined) assert.equal(report.spf.sender?.result, 'pass')
      assert.equal(report.spf.lookups, made.lookups, 'nothing below asks for more here')
      // Other servers include nothing here; a pasted neutral ending stays.
      const isNeutral = given.ending === 'auto' && given.current.includes('?all')
      const hasMail = reports.some((place) => !place.startsWith('https'))
      const mayNotice = [
        'dkim',
        ...(isNeutral ? ['spf-all'] : []),
        ...(made.lookups! > 8 ? ['spf-lookups'] : []),
        ...(given.policy === 'none' ? ['dmarc'] : []),
        ...(hasMail || given.policy === 'none' ? [] : []),
        ...(hasMail ? [] : ['dmarc-reports']),
        ...(reports.length > 0 ? [] : ['tls-rpt']),
        'mta-sts',
      ]
      assert.deepEqual(
        list(report, 'bad').filter((id) => id !== 'spf-lookups' || made.lookups! <= 10),
        [],
      )
      assert.deepEqual(
        list(report, 'notice').filter((id) => !mayNotice.includes(id)),
        [],
      )
      assert.equal(report.mtaSts.mode, hasServers ? 'testing' : null)
      assert.equal(report.mtaSts.problem, null)
    }),
    { numRuns: 40 },
  )
})

for (const key of ['rsa2048', 'ed25519'] as const)
  test(`a key made for DKIM (${key}) is read by the check, and its private half is of it`, async () => {
    const made = await make({ make: 'dkim', domain: 'example.com', selector: 's2026', key })
    assert.ok(splitStrings(made.records[0]!.value).every((text) => text.length <= 255))
    const report = await checkMade(made, 'example.com', { selectors: ['s2026'] })
    assert.deepEqual(
      report.dkim.map(({ selector, keyType, bits, problem }) => [selector, keyType, bits, problem]),
      [['s2026', key === 'ed25519' ? key : 'rsa', key === 'ed25519' ? 256 : 2048, null]],
    )
    const again = await make({ make: 'dkim', domain: 'example.com', selector: 's2026', key: 'own', publicKey: made.privateKey! })
    assert.equal(again.records[0]!.value, made.records[0]!.value)
    const pasted = await make({
      make: 'dkim',
      domain: 'example.com',
      selector: 's2026',
      key: 'own',
      publicKey: made.records[0]!.value,
    })
    assert.deepEqual([pasted.records[0]!.value, pasted.privateKey], [made.records[0]!.value, undefined])
  })

test('a domain that sends no mail says so to all who ask', async () => {
  const made = await make({ make: 'none', domain: 'example.com', reports: 'dmarc@reports.example' })
  const report = await checkMade(made, 'example.com', { selectors: ['any'], address: '192.0.2.1' })
  assert.deepEqual(list(report, 'bad'), ['spf-sender'])
  assert.equal(report.spf.sender?.result, 'fail')
  assert.equal(report.checks.find(({ id }) => id === 'mx')?.text.en, 'null MX: the domain takes no mail (RFC 7505)')
  assert.equal(report.dkim.find(({ selector }) => selector === 'any')?.isRevoked, true)
})

test('a logo beside a strict policy', async () => {
  const domain = 'example.com'
  const [dmarc, bimi] = await Promise.all([
    make({
      make: 'dmarc',
      domain,
      policy: 'reject',
      reports: 'a@example.com',
      subdomains: 'quarantine',
      missing: 'reject',
      isStrict: true,
    }),
    make({ make: 'bimi', domain, logo: 'https://example.com/a;b.svg', certificate: 'https://example.com/a.pem' }),
  ])
  const report = await checkMade({ ...dmarc, records: [...dmarc.records, ...bimi.records] }, domain)
  assert.equal(report.checks.find(({ id }) => id === 'bimi')?.verdict, 'good')
  assert.equal(dmarc.records[0]!.value, 'v=DMARC1; p=reject; sp=quarantine; np=reject; adkim=s; aspf=s; rua=mailto:a@example.com')
})
