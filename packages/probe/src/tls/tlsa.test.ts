import assert from 'node:assert/strict'
import { createHash, X509Certificate } from 'node:crypto'
import { after, test } from 'node:test'
import { createDnsClient } from '../dns/client.ts'
import { createGuard } from '../guard/guard.ts'
import { TestAuthority } from '../testing/authority.ts'
import { rr, startDnsServer } from '../testing/dns-server.ts'
import { skipWithout } from '../testing/peers.ts'
import { checkTlsa } from './tlsa.ts'

const skip = skipWithout('openssl')
const authority = skip ? undefined! : new TestAuthority()
after(() => authority?.[Symbol.dispose]())
const chain = skip ? [] : [authority.issue('server').raw, authority.intermediate.raw]

const spki = (raw: Buffer) => new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' })
const hash = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest('hex').toUpperCase()
const FLAGS = { qr: true, aa: false, tc: false, rd: true, ra: true, ad: true, cd: false }

/** What is said of a server with these records; undefined where nothing is. */
async function check(records: readonly string[], { isSigned = true, host = 'mx.example.com', rcode = 0 } = {}) {
  await using server = await startDnsServer(({ name }) => {
    assert.equal(name, '_25._tcp.mx.example.com.')
    const answers = records.map((record) => {
      const [usage, selector, matching, data = ''] = record.split(' ')
      return rr(name, 'TLSA', { usage: Number(usage), selector: Number(selector), matching: Number(matching), data })
    })
    return rcode ? { rcode } : { answers, flags: { ...FLAGS, ad: isSigned } }
  })
  const systemServers = [{ transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true }] as const
  const client = createDnsClient({ guard: createGuard(), systemServers })
  const [found] = await checkTlsa({ host, port: 25, chain }, client, { signal: undefined, timeoutMs: 2000 })
  return found?.verdict
}

const [leaf, issuer] = chain as [Buffer, Buffer]
const FALSE = '00'.repeat(32)
const CASES: readonly (readonly [title: string, records: () => readonly string[], expected: string | undefined])[] = [
  ['its key', () => [`3 1 1 ${hash('sha256', spki(leaf))}`], 'good'],
  ['its certificate by SHA-512', () => [`3 0 2 ${hash('sha512', leaf)}`], 'good'],
  ['its certificate itself', () => [`1 0 0 ${leaf.toString('hex').toUpperCase()}`], 'good'],
  ['the key of its authority', () => [`2 1 1 ${hash('sha256', spki(issuer))}`], 'good'],
  ['one of two', () => [`3 1 1 ${FALSE}`, `3 1 1 ${hash('sha256', spki(leaf))}`], 'good'],
  ['another key', () => [`3 1 1 ${FALSE}`], 'bad'],
  ['its own key as that of an authority', () => [`2 1 1 ${hash('sha256', spki(leaf))}`], 'bad'],
  ['a usage that nobody knows', () => [`9 1 1 ${hash('sha256', spki(leaf))}`], 'bad'],
  ['nothing', () => [], undefined],
]
for (const [title, records, expected] of CASES)
  test(`TLSA names ${title}: ${expected}`, { skip }, async () => assert.equal(await check(records()), expected))

test('unsigned records do not count', { skip }, async () =>
  assert.equal(await check([`3 1 1 ${hash('sha256', spki(leaf))}`], { isSigned: false }), 'notice'),
)
test('nothing is said where the records could not be asked for, or of an address', { skip }, async () => {
  assert.equal(await check([], { rcode: 2 }), undefined)
  assert.equal(await check([], { host: '192.0.2.1' }), undefined)
})
