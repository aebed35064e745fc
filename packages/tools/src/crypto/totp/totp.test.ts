import assert from 'node:assert/strict'
import { test } from 'node:test'
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
  ] as const)
    await assert.rejects(answerTool(tool, { secret }, createTestHost()), place)
  await assert.rejects(answerTool(tool, { secret: 'otpauth://hotp/x?secret=JBSWY3DP&counter=1' }, createTestHost()), /time-based/)
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
  ['otpauth://totp/a?issuer=X', /expected a link with its secret/],
  ['otpauth://totp/a?secret=GEZDGNBV&algorithm=MD5', /expected algorithm= one of SHA1, SHA256, SHA512, got MD5/],
  ['otpauth://totp/a?secret=GEZDGNBV&digits=abc', /expected digits= from 4 to 10, got abc/],
  ['otpauth://totp/a?secret=GEZDGNBV&period=0', /expected period= from 1 to 86400, got 0/],
  ['otpauth://hotp/a?secret=GEZDGNBV&counter=1', /time-based.*got otpauth:\/\/hotp\/…$/],
  ['otpauth://totp/a?secret=GEZD1', /“1” \(U\+0031\)/],
] as const)
  test(`${link} is refused with the part that is wrong`, () => assert.rejects(linkOf(link), said))

test('a label that no link can hold is refused', () =>
  assert.rejects(
    answerTool(tool, { secret: 'GEZDGNBV', label: '\ud800' }, createTestHost()),
    /label: expected paired surrogates/,
  ))
