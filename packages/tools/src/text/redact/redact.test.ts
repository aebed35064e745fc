import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type * as z from 'zod'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

type Answer = z.output<typeof tool.output>
const mask = async (text: string, options: Partial<z.input<typeof tool.input>> = {}): Promise<Answer> =>
  (await answerTool(tool, { text, ...options }, createTestHost({ lang: 'zh' }))) as Answer

const GITHUB = `ghp_${'a1B2'.repeat(9)}`
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
const HIDDEN: readonly (readonly [string, string])[] = [
  ['手机13812345678。', '手机138****5678。'],
  ['+86 138 1234 5678', '+86 138 **** 5678'],
  ['电话：010-88886666', '电话：010-****6666'],
  ['call +44 20 7946 0958 now', 'call +44 2* **** 0958 now'],
  ['身份证11010519491231002X', '身份证1101************2X'],
  ['110105194912310021（校验码有误）', '1101************21（校验码有误）'],
  ['A123456(3)', 'A123***(3)'],
  ['护照号：E12345678', '护照号：E123***78'],
  ['zhang.san@example.com', 'z***@example.com'],
  ['4111 1111 1111 1111', '4111 **** **** 1111'],
  ['from 203.0.113.9 to 2001:db8::1', 'from 203.0.*.* to 2001:db8:*'],
  ['京A12345 沪AD12345', '京A****5 沪A*****5'],
  [`token ${GITHUB}`, 'token ghp_********'],
  [`Authorization: Bearer ${JWT}`, 'Authorization: Bearer eyJh********'],
  ['password = hunter2', 'password = ********'],
  ['密码：abc12345，', '密码：********，'],
  ['AKIAIOSFODNN7EXAMPLE', 'AKIA********'],
  ['DB_PASSWORD="correct horse, battery"', 'DB_PASSWORD="corr********"'],
  ["{'secret': 'it is \"said\"'}", "{'secret': '********'}"],
  ['SECRET_KEY=abcd1234', 'SECRET_KEY=********'],
  ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI', 'AWS_SECRET_ACCESS_KEY=********'],
  ['pwd: hunter2', 'pwd: ********'],
  ['MYSQL_PASS=hunter2', 'MYSQL_PASS=********'],
  ['password := hunter2', 'password := ********'],
  ['mysql --password hunter2 -h db', 'mysql --password ******** -h db'],
  ['curl -s -u ann:s3cr3t https://a.example', 'curl -s -u ann:******** https://a.example'],
  ['redis://:s3cr3t@cache', 'redis://:********@cache'],
  ['postgres://ann:p:w@rd@db/x', 'postgres://ann:********@db/x'],
  ['Cookie: sid=31d4d96e407aad42; theme=dark', 'Cookie: sid=********'],
  [`SG.${'a1B2'.repeat(5)}.${'c3D4'.repeat(10)}`, 'SG.a********'],
  ['SSN 078-05-1120', 'SSN 078-0*-**20'],
  ['IBAN DE89 3704 0044 0532 0130 00 please', 'IBAN DE89 **** **** **** **30 00 please'],
  ['GB82WEST12345698765432', 'GB82**************5432'],
  ['-----BEGIN PRIVATE KEY-----\nMC4CAQ\n-----END PRIVATE KEY-----', '----********'],
]
for (const [text, expected] of HIDDEN)
  test(`hidden: ${text.slice(0, 50).replaceAll('\n', ' ')}`, async () => assert.equal((await mask(text)).text, expected))

const LETTERS = 'aB3x'.repeat(30)
const HEX = 'a1f0'.repeat(16)
/** No real ones: each is the mark of a service and letters that repeat. */
const TOKENS = [
  `xapp-1-${LETTERS}`,
  `whsec_${LETTERS.slice(0, 32)}`,
  `ya29.${LETTERS}`,
  `GOCSPX-${LETTERS.slice(0, 28)}`,
  `pypi-AgEI${LETTERS}`,
  `dckr_pat_${LETTERS.slice(0, 27)}`,
  `key-${HEX.slice(0, 32)}`,
  `SK${HEX.slice(0, 32)}`,
  `123456789:AA${LETTERS.slice(0, 33)}`,
  `M${LETTERS.slice(0, 23)}.${LETTERS.slice(0, 6)}.${LETTERS.slice(0, 27)}`,
  `shpat_${HEX.slice(0, 32)}`,
  `hvs.${LETTERS.slice(0, 90)}`,
  `dp.pt.${LETTERS.slice(0, 43)}`,
  `glsa_${LETTERS.slice(0, 32)}_${HEX.slice(0, 8)}`,
  `NRAK-${'A1B'.repeat(9)}`,
  `dapi${HEX.slice(0, 32)}`,
  `pscale_pw_${LETTERS.slice(0, 43)}`,
  `fm2_${LETTERS}`,
  `sbp_${HEX.slice(0, 40)}`,
  `lin_api_${LETTERS.slice(0, 40)}`,
  `ntn_${LETTERS.slice(0, 46)}`,
  `r8_${LETTERS.slice(0, 37)}`,
  `gsk_${LETTERS.slice(0, 52)}`,
  `xai-${LETTERS.slice(0, 80)}`,
  `AGE-SECRET-KEY-1${'Q2W'.repeat(20).slice(0, 58)}`,
]
for (const token of TOKENS)
  test(`hidden: ${token.slice(0, 16)}…`, async () =>
    assert.equal((await mask(`a ${token} b`)).text, `a ${token.slice(0, 4)}******** b`))

for (const [before, secret, after] of [
  ['https://hooks.slack.com/services/', 'T00000000/B00000000/abcd1234abcd', ''],
  ['https://discord.com/api/webhooks/123456789012345678/', LETTERS.slice(0, 68), ''],
  ['https://open.feishu.cn/open-apis/bot/v2/hook/', '01234567-89ab-cdef-0123-456789abcdef', ''],
  ['https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=', '01234567-89ab-cdef-0123-456789abcdef', ''],
  ['https://a.example/x?X-Amz-Signature=', HEX, '&b=1'],
  ["CREATE USER a IDENTIFIED BY '", 'S3cret-and-more', "'"],
  ["ALTER ROLE a PASSWORD '", 'S3cret-and-more', "'"],
  ['machine a.example login bob password ', 'S3cret-and-more', ''],
] as const)
  test(`hidden behind ${before}`, async () => {
    const { text } = await mask(`${before}${secret}${after}`)
    assert.ok(text.startsWith(before) && text.endsWith(after) && text.includes('****'), text)
    assert.ok(!text.includes(secret.slice(8)), text)
  })

const KEPT = [
  'pip install pypi-attestation-models-helper',
  'sig=1, key-value, monkey-0123456789abcdef0123456789abcdef0',
  '2026-11-29 10:30:05.123 took 1234567 ms',
  'version 1.2.3.4.5, 10:30:05',
  'order 1234567890123456, id 550e8400-e29b-41d4-a716-446655440000',
  '1700000000000',
  '00:00:5e:00:53:af std::vector',
  '金额 138,123,456.78 元',
  'the token is missing; a secret: yes',
  '王先生说他姓名不详',
  'PWD=/home/ann',
  'http://a.example:8080/x@y',
  'part 000-12-3456, 123-45-67890',
  'DE88370400440532013000',
]
for (const text of KEPT)
  test(`left alone: ${text}`, async () => assert.deepEqual([(await mask(text)).text, (await mask(text)).hidden], [text, 0]))

test('names are hidden on choice: behind a label, with a title, and as listed', async () => {
  const text = '姓名：张三丰，王小明先生与Mr. Smith；客户: 李四。阿里项目'
  assert.equal((await mask(text, { name: true, words: '阿里项目' })).text, '姓名：张**，王**先生与Mr. S****；客户: 李*。阿***')
})

test('the same value has the same pseudonym however it is written, and another one another', async () => {
  const { text, pairs, kinds } = await mask('13812345678、138-1234-5678、13900000000 A@example.com a@EXAMPLE.com', {
    how: 'pseudonym',
  })
  assert.equal(text, '[电话-1]、[电话-1]、[电话-2] [邮箱-1] [邮箱-1]')
  assert.deepEqual(
    pairs?.map(({ pseudonym }) => pseudonym),
    ['[电话-1]', '[电话-2]', '[邮箱-1]'],
  )
  assert.deepEqual(kinds, [
    { kind: '邮箱', count: 2, distinct: 1 },
    { kind: '电话号码', count: 3, distinct: 2 },
  ])
})

test('as many characters stay as asked for, but never more than half', async () => {
  assert.equal((await mask('13812345678', { keep: 'own', keepFirst: 2, keepLast: 2 })).text, '13*******78')
  assert.equal((await mask('13812345678', { keep: 'own', keepFirst: 20, keepLast: 20 })).text, '13812******')
  assert.equal((await mask('13812345678', { keep: 'own' })).text, '***********')
})

test('what is switched off stays', async () =>
  assert.equal((await mask('13812345678 a@example.com', { phone: false })).text, '13812345678 ***@example.com'))

test('a pattern of one’s own is masked, and a wrong one is refused with its place', async () => {
  assert.equal((await mask('单号 ORD-20260101', { pattern: String.raw`ORD-\d{8}`, how: 'label' })).text, '单号 [已隐藏]')
  await assert.rejects(mask('x', { pattern: '(' }), { key: 'syntax_error' })
})

test('nothing that was found is left, and the rest stays as it was', async () => {
  const pieces = fc.constantFrom(...HIDDEN.map(([text]) => text), ...KEPT, '，', '\n', ' — ')
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 8 }), async (parts) => {
      const text = parts.join('\n')
      const { text: bare, hidden } = await mask(text, { how: 'remove' })
      assert.ok(hidden === 0 ? bare === text : bare.length < text.length)
      assert.equal((await mask(bare, { how: 'remove' })).text.length <= bare.length, true)
      for (const secret of [GITHUB, JWT, '13812345678', 'hunter2', 'zhang.san']) assert.ok(!bare.includes(secret), secret)
    }),
    { numRuns: 60 },
  )
})
