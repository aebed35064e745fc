import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCheck } from '../check.ts'
import type { ChainFacts, Facts } from './facts.ts'
import { gradeTls } from './grade.ts'

const LEAF: Facts['certificates'][number] = {
  subject: 'CN=a',
  issuer: 'CN=b',
  validFrom: '2026-01-01T00:00:00.000Z',
  validTo: '2026-03-01T00:00:00.000Z',
  daysLeft: 30,
  names: ['a'],
  key: 'EC prime256v1',
  signature: 'ecdsa-with-SHA256',
  serial: '01',
  fingerprint: '',
  isSelfIssued: false,
  pem: '',
}
/** TLS 1.3, 1.2, 1.1, 1.0 and SSL 3.0, each `+`, `-` or `?`. */
const offer = (signs: string): Facts['versions'] =>
  ['TLSv1.3', 'TLSv1.2', 'TLSv1.1', 'TLSv1', 'SSLv3'].map((version, at) => ({
    version,
    isOffered: { '+': true, '-': false }[signs.charAt(at)] ?? null,
  }))
const judged = (verdict: 'good' | 'notice' | 'bad'): Facts['ciphers'] => [{ name: 'TLS_X', verdict }]
const ANSWER: NonNullable<Facts['ocsp']> = {
  status: 'revoked',
  checkedAt: '2026-01-01T00:00:00.000Z',
  nextUpdate: null,
  revokedAt: '2026-01-01T00:00:00.000Z',
  isVerified: true,
  source: 'asked',
  url: null,
}
const GOOD: Facts = {
  startTls: null,
  certificates: [LEAF],
  ciphers: judged('good'),
  isTrusted: true,
  problem: null,
  versions: offer('++---'),
  keyExchange: null,
  groups: [],
  hasStapledOcsp: false,
  ocsp: null,
  scts: [],
}
const CHAIN: ChainFacts = {
  mustStaple: false,
  isUsable: true,
  isNamed: true,
  asksForCertificate: false,
  isCutShort: false,
  isRenegotiationSafe: undefined,
  hasOrder: undefined,
  primeBits: undefined,
  sent: undefined,
  now: new Date('2026-01-30T00:00:00Z'),
  hsts: undefined,
  dns: [],
  other: [],
}
const UNTRUSTED = { isTrusted: false, problem: 'DEPTH_ZERO_SELF_SIGNED_CERT' }
const DANE = [toCheck('dane', 'good', 'it fits', '相符')]

const CASES: readonly [what: string, grade: string, facts: Partial<Facts>, chain?: Partial<ChainFacts>][] = [
  ['nothing to say against it', 'A', {}],
  ['nothing asked yet', 'A', { versions: offer('?????'), ciphers: [] }],
  ['no TLS 1.3', 'B', { versions: offer('-+---') }],
  ['ciphers without forward secrecy', 'B', { ciphers: judged('notice') }],
  ['a prime of 1536 bits', 'B', {}, { primeBits: 1536 }],
  ['a prime of 2048 bits', 'A', {}, { primeBits: 2048 }],
  ['TLS 1.1', 'C', { versions: offer('+++--') }],
  ['TLS 1.0 and no TLS 1.3', 'C', { versions: offer('-+-+-') }],
  ['SSL 3.0', 'F', { versions: offer('++--+') }],
  ['nothing newer than TLS 1.0', 'F', { versions: offer('---+-') }],
  ['unsafe ciphers', 'F', { ciphers: judged('bad') }],
  ['a prime of 768 bits', 'F', {}, { primeBits: 768 }],
  ['a short key', 'F', { certificates: [{ ...LEAF, key: 'RSA 1024' }] }],
  ['a key that may not sign', 'F', {}, { isUsable: false }],
  ['a digest that can be forged', 'F', { certificates: [{ ...LEAF, signature: 'ecdsa-with-SHA1' }] }],
  ['a certificate that is revoked', 'F', { ocsp: ANSWER }],
  ['a revocation that nobody has signed', 'A', { ocsp: { ...ANSWER, isVerified: false } }],
  ['a certificate that nobody trusts', 'T', UNTRUSTED],
  ['one that nobody trusts, with unsafe ciphers', 'T', { ...UNTRUSTED, ciphers: judged('bad') }],
  ['one of a mail server that a TLSA record vouches for', 'A', { ...UNTRUSTED, startTls: 'smtp' }, { dns: DANE }],
  ['one of another server with a TLSA record', 'T', UNTRUSTED, { dns: DANE }],
]
for (const [what, grade, facts, chain] of CASES)
  test(`${what}: ${grade}`, () => assert.equal(gradeTls({ ...GOOD, ...facts }, { ...CHAIN, ...chain }).grade, grade))

const LIVES: readonly [from: string, days: number, verdict: string | undefined][] = [
  ['2026-03-01', 398, undefined],
  ['2026-03-20', 200, undefined],
  ['2026-03-20', 201, 'notice'],
  ['2027-04-01', 101, 'notice'],
  ['2029-04-01', 48, 'notice'],
  ['2019-01-01', 825, undefined],
]
for (const [from, days, verdict] of LIVES)
  test(`a certificate of ${from} for ${days} days: ${verdict ?? 'nothing to say'}`, () => {
    const checks = judgeLeaf({
      validFrom: `${from}T00:00:00.000Z`,
      validTo: new Date(Date.parse(from) + days * 86_400_000).toISOString(),
    })
    assert.equal(checks.find(({ id }) => id === 'lifetime')?.verdict, verdict)
  })

for (const [key, verdict] of [
  ['EC prime256v1', 'good'],
  ['EC secp224r1', 'good'],
  ['EC prime192v1', 'bad'],
  ['EC secp160k1', 'bad'],
  ['RSA 1024', 'bad'],
  ['RSA 2048', 'good'],
] as const)
  test(`a key ${key} is ${verdict}`, () => assert.equal(judgeLeaf({ key }).find(({ id }) => id === 'key')?.verdict, verdict))

test('an authority that has expired is named, where the certificate itself has not', () => {
  const above = { ...LEAF, subject: 'CN=Old CA', validTo: '2024-01-01T00:00:00.000Z', daysLeft: -700 }
  const say = (daysLeft: number) =>
    judgeLeaf({ daysLeft }, { above: [above], problem: 'CERT_HAS_EXPIRED' }).find(({ id }) => id === 'trust')!.text.en
  assert.match(say(9), /^not trusted: “CN=Old CA”, .* expired on 2024-01-01; send the one that replaces it$/)
  assert.equal(say(-9), 'not trusted: a certificate has expired')
})

/** What is said of a certificate of which only this is told; a trusted one unless a problem is named. */
function judgeLeaf(leaf: Partial<typeof LEAF>, { above = [], problem = null }: Partial<Judging> = {}) {
  const certificates = [{ ...LEAF, ...leaf }, ...above]
  return gradeTls({ ...GOOD, certificates, isTrusted: problem === null, problem }, CHAIN).checks
}

type Judging = { readonly above: Facts['certificates']; readonly problem: string | null }
