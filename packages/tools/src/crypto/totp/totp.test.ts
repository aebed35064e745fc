import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { noOathtool, noPython, runBeside } from '../../lib/keys/peers.testing.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

const SEEDS = {
  SHA1: '12345678901234567890',
  SHA256: '12345678901234567890123456789012',
  SHA512: '1234567890123456789012345678901234567890123456789012345678901234',
}
const base32 = (text: string) => {
  const bits = Array.from(Buffer.from(text), (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('')
}

// RFC 6238 Appendix B.
const rows = [
  [59, 'SHA1', '94287082'],
  [59, 'SHA256', '46119246'],
  [59, 'SHA512', '90693936'],
  [1111111109, 'SHA1', '07081804'],
  [1234567890, 'SHA256', '91819424'],
  [20000000000, 'SHA512', '47863826'],
] as const
for (const [time, remaining] of [
  ['03:04:00.000', 30],
  ['03:04:00.001', 30],
  ['03:04:29.000', 1],
  ['03:04:29.999', 1],
] as const)
  test(`at ${time} a code is good for ${remaining} s more`, async () => {
    const host = createTestHost({ now: () => new Date(`2026-01-02T${time}Z`) })
    const answer = (await answerTool(tool, { secret: 'JBSWY3DPEHPK3PXP' }, host)) as { remaining: number }
    assert.equal(answer.remaining, remaining)
  })

test('of codes by the time, a link’s counter says nothing', async () => {
  const secret = 'otpauth://totp/ann?secret=JBSWY3DPEHPK3PXP&counter=none'
  const [read, plain] = await Promise.all(
    [secret, 'JBSWY3DPEHPK3PXP'].map((text) => answerTool(tool, { secret: text }, createTestHost())),
  )
  assert.equal((read as { text: string }).text, (plain as { text: string }).text)
})

for (const [seconds, algorithm, code] of rows)
  test(`RFC 6238: ${algorithm} at ${seconds}`, async () => {
    const host = createTestHost({ now: () => new Date(seconds * 1000) })
    const answer = (await answerTool(tool, { secret: base32(SEEDS[algorithm]), algorithm, digits: 8, code }, host)) as {
      text: string
      verdict: string
    }
    assert.equal(answer.text, code)
    assert.equal(answer.verdict, 'valid')
  })

test('a code of the step before is right, an older one is not', async () => {
  const secret = 'JBSWY3DPEHPK3PXP'
  const at = (seconds: number) => createTestHost({ now: () => new Date(seconds * 1000) })
  const { text: code } = (await answerTool(tool, { secret }, at(1000))) as { text: string }
  assert.deepEqual(((await answerTool(tool, { secret, code }, at(1030))) as { verdict: string; drift: number }).drift, -1)
  assert.equal(((await answerTool(tool, { secret, code }, at(1100))) as { verdict: string }).verdict, 'invalid')
})

for (const [name, code, verdict] of [
  ['a text of the same length as the code', '😀😀😀', 'invalid'],
  ['letters', 'abcdef', 'invalid'],
  ['full-width digits', '２８７ ０８２', 'valid'],
] as const)
  test(`${name} as the code: ${verdict}`, async () => {
    const host = createTestHost({ now: () => new Date(59_000) })
    const answer = (await answerTool(tool, { secret: base32(SEEDS.SHA1), code }, host)) as { verdict: string }
    assert.equal(answer.verdict, verdict)
  })

test('a wrong secret is told', async () => {
  for (const [secret, place] of [
    ['not base32!', /expected Base32.*“!” \(U\+0021\) at line 1, column 11/],
    ['GEZ1', /“1” \(U\+0031\) at line 1, column 4/],
    ['GEZD=GEZD', /“=” \(U\+003D\) at line 1, column 5/],
    ['A', /less than a byte/],
    ['=', /got padding only/],
    [' == ', /got padding only/],
  ] as const)
    await assert.rejects(answerTool(tool, { secret }, createTestHost()), place)
  await assert.rejects(
    answerTool(tool, { secret: 'otpauth://steam/x?secret=JBSWY3DP' }, createTestHost()),
    /otpauth:\/\/totp\/… or/,
  )
})

const linkOf = async (secret: string) =>
  (await answerTool(tool, { secret }, createTestHost({ now: () => new Date(59_000) }))) as { text: string; uri: string }

// The codes are those of oathtool 2.6 for the same secret.
for (const [link, code, uri] of [
  ['otpauth://totp/?secret=GEZDGNBV', '662488', 'otpauth://totp/?secret=GEZDGNBV&algorithm=SHA1&digits=6&period=30'],
  ['otpauth://totp/a?secret=gezd%20gnbv', '662488', 'otpauth://totp/a?secret=GEZDGNBV&algorithm=SHA1&digits=6&period=30'],
  ['otpauth://totp/a?secret=GEZDGNBV%3D%3D#x', '662488', 'otpauth://totp/a?secret=GEZDGNBV&algorithm=SHA1&digits=6&period=30'],
  [
    'otpauth://totp/A%20B:c?secret=GEZDGNBV&amp;algorithm=HmacSHA256&amp;digits=8&amp;period=60',
    '00918961',
    'otpauth://totp/A%20B:c?issuer=A%20B&secret=GEZDGNBV&algorithm=SHA256&digits=8&period=60',
  ],
  ['otpauth://totp/50%?secret=GEZDGNBV', '662488', 'otpauth://totp/50%25?secret=GEZDGNBV&algorithm=SHA1&digits=6&period=30'],
] as const)
  test(`${link} is read, and what is written reads the same`, async () => {
    const read = await linkOf(link)
    assert.deepEqual([read.text, read.uri], [code, uri])
    assert.deepEqual(await linkOf(uri), read)
  })

for (const [link, said] of [
  ['otpauth://totp/a?secret=GEZDGNBV&encoder=steam', /expected codes of digits, without encoder=, got encoder=steam/],
  ['otpauth://totp/a?issuer=X', /expected a link with its secret/],
  ['otpauth://totp/a?secret=GEZDGNBV&algorithm=MD5', /expected algorithm= one of SHA1, SHA256, SHA512, got MD5/],
  ['otpauth://totp/a?secret=GEZDGNBV&digits=abc', /expected digits= from 4 to 10, got abc/],
  ['otpauth://totp/a?secret=GEZDGNBV&period=0', /expected period= from 1 to 86400, got 0/],
  ['otpauth://hotp/a?secret=GEZDGNBV&counter=-1', /expected counter= from 0/],
  ['otpauth://yaotp/a?secret=GEZDGNBV', /otpauth:\/\/hotp\/….*got otpauth:\/\/yaotp\/…$/],
  ['otpauth://totp/a?secret=GEZD1', /“1” \(U\+0031\)/],
] as const)
  test(`${link} is refused with the part that is wrong`, () => assert.rejects(linkOf(link), said))

const PYTHON = `
import base64, urllib.parse, sys
def v(n):
    out = b''
    while True:
        out += bytes([n & 127 | (128 if n > 127 else 0)]); n >>= 7
        if n == 0: return out
def num(f, n): return v(f << 3) + v(n)
def raw(f, b): return v(f << 3 | 2) + v(len(b)) + b
def acc(secret, name, issuer, alg, digits, kind, counter):
    return raw(1, raw(1, secret) + raw(2, name.encode()) + raw(3, issuer.encode()) + num(4, alg) + num(5, digits) + num(6, kind) + (num(7, counter) if counter else b''))
key = b'12345678901234567890'
body = acc(key, 'Octet:ann', 'Octet', 1, 1, 2, 0) + acc(key * 2, 'bob 中', '', 2, 2, 2, 0) + acc(key, 'carl', 'Bank', 0, 0, 1, 300)
body += num(2, 1) + num(3, 2) + num(4, 0) + num(5, 2 ** 32 - 5)
print('otpauth-migration://offline?data=' + urllib.parse.quote(base64.b64encode(body).decode(), safe=''))
`
const ask = async (secret: string) =>
  (await answerTool(tool, { secret }, createTestHost({ now: () => new Date(59_000) }))) as z.output<typeof tool.output>

test('an export of Google Authenticator shows all its accounts', { skip: noPython || noOathtool }, async () => {
  const link = runBeside({}, 'python3', ['-c', PYTHON]).toString().trim()
  const { text, accounts, part, secret } = await ask(link)
  const oath = (...args: string[]) => runBeside({}, 'oathtool', args).toString().trim()
  const key = Buffer.from('12345678901234567890').toString('hex')
  const at = ['--now', '1970-01-01 00:00:59 UTC']
  assert.deepEqual(
    accounts?.map(({ issuer, label, type, code }) => [issuer, label, type, code]),
    [
      ['Octet', 'ann', 'totp', oath('--totp', ...at, key)],
      ['', 'bob 中', 'totp', oath('--totp=sha256', '-d', '8', ...at, key + key)],
      ['Bank', 'carl', 'hotp', oath('-c', '300', key)],
    ],
  )
  assert.deepEqual([text, part, secret], [accounts?.[0]?.code, '1 / 2', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'])
  assert.match(accounts?.[2]?.uri ?? '', /^otpauth:\/\/hotp\/Bank:carl\?.*counter=300/)
  for (const { uri, type, code } of accounts?.filter(({ type }) => type === 'totp') ?? [])
    assert.deepEqual([type, (await ask(uri)).text], ['totp', code])
  // As readers of QR codes may give it.
  assert.deepEqual((await ask(decodeURIComponent(link).replaceAll('+', ' '))).accounts, accounts)
})

for (const link of [
  'otpauth-migration://offline',
  'otpauth-migration://offline?data=',
  'otpauth-migration://offline?data=AAAA',
  'otpauth-migration://offline?data=Cgo%3D',
  'otpauth-migration://offline?data=CgA%3D',
  'otpauth-migration://offline?data=%E4',
])
  test(`${link} is refused without what stood in it`, () =>
    assert.rejects(ask(link), /secret: expected a whole export.*got otpauth-migration:\/\/…$/))

// RFC 4226, appendix D.
const COUNTED = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']
test('a link of codes that count gives those of its counter', async () => {
  for (const [counter, code] of COUNTED.entries()) {
    const link = `otpauth://hotp/Bank:carl?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=${counter}`
    const { text, next, remaining, uri } = await ask(link)
    assert.deepEqual([text, next, remaining], [code, COUNTED[counter + 1] ?? next, undefined])
    assert.match(uri, new RegExp(`^otpauth://hotp/.*counter=${counter}$`))
  }
  const secret = 'otpauth://hotp/a?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=3'
  const check = async (code: string) =>
    answerTool(tool, { secret, code }, createTestHost()) as Promise<z.output<typeof tool.output>>
  const { verdict, drift } = await check('520489')
  assert.deepEqual([verdict, drift], ['valid', 6])
  assert.equal((await check('000000')).verdict, 'invalid')
})

test('codes that count are those of oathtool', { skip: noOathtool }, async () => {
  for (const [counter, digits] of [
    [0, 6],
    [4_294_967_296, 7],
    [9_007_199_254_740_000, 8],
  ] as const) {
    const { text } = await ask(`otpauth://hotp/a?secret=JBSWY3DPEHPK3PXP&counter=${counter}&digits=${digits}`)
    const args = ['-b', '-c', `${counter}`, '-d', `${digits}`, 'JBSWY3DPEHPK3PXP']
    assert.equal(text, runBeside({}, 'oathtool', args).toString().trim())
  }
})

test('an export of counters alone is refused', () =>
  assert.rejects(
    ask(`otpauth-migration://offline?data=${Buffer.from([10, 5, 10, 1, 65, 48, 1]).toString('base64')}`),
    /1 account by counter/,
  ))

test('a label that no link can hold is refused', () =>
  assert.rejects(
    answerTool(tool, { secret: 'GEZDGNBV', label: '\ud800' }, createTestHost()),
    /label: expected paired surrogates/,
  ))

test('a key in full-width letters is the same key', async () => {
  const read = async (secret: string) => ((await answerTool(tool, { secret }, createTestHost())) as { text: string }).text
  assert.equal(await read('ＪＢＳＷＹ３ＤＰＥＨＰＫ３ＰＸＰ'), await read('JBSWY3DPEHPK3PXP'))
})
