import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

type Answer = { text: string; rows: { ascii: string; warnings: string[]; looksLike?: string }[] }
const ask = (text: string) => answerTool(tool, { text }, createTestHost()) as Promise<Answer>

test('mixed scripts are pointed out', async () => {
  const { rows } = await ask('pаypal.com')
  assert.equal(rows[0]?.looksLike, 'paypal.com')
  assert.match(rows[0]?.warnings.join() ?? '', /mixes Latin and Cyrillic/)
})

test('honest names are left in peace', async () => {
  const { rows } = await ask('пример.рф\nmünchen.de\n東京タワー.jp\n例子abc.cn')
  assert.deepEqual(
    rows.map(({ warnings }) => warnings),
    [[], [], [], []],
  )
})

test('a name looks like another only where that one could be written', async () => {
  const { rows } = await ask('مثال.إختبار\nпример.рф\nаррӏе.рф')
  assert.deepEqual(
    rows.map(({ looksLike }) => looksLike),
    [undefined, undefined, 'apple.pф'],
  )
})

test('what is no name is refused with the reason', async () => {
  await assert.rejects(ask('xn--99999999.com'), /not valid Punycode/)
  await assert.rejects(ask(`${'a'.repeat(64)}é.com`), /longer than 63/)
  await assert.rejects(ask('xn--a.com'), /“xn--a” is not valid Punycode/)
  await assert.rejects(ask('a..com'), /a label between two dots is empty/)
  await assert.rejects(ask('a<b.com'), /not allowed in host names/)
})

test('one wrong name among several has its reason, and the others go on', async () => {
  const { text, rows } = await ask('münchen.de\nxn--a.com\nfaß.de')
  assert.equal(text, 'xn--mnchen-3ya.de\n\nxn--fa-hia.de')
  assert.match(rows[1]?.warnings.join() ?? '', /“xn--a” is not valid Punycode/)
})

test('scripts are named in Chinese on Chinese pages', async () => {
  const { rows } = (await answerTool(tool, { text: 'раypal.com' }, createTestHost({ lang: 'zh' }))) as {
    rows: { scripts: string; warnings: string[] }[]
  }
  assert.equal(rows[0]?.scripts, '拉丁字母、西里尔字母')
  assert.match(rows[0]?.warnings.join() ?? '', /混用了拉丁字母与西里尔字母/)
})

for (const [input, text, ascii] of [
  ['https://u@例子.测试:8443/路?q=a@b#x', 'https://u@xn--fsqu00a.xn--0zwm56d:8443/路?q=a@b#x', 'xn--fsqu00a.xn--0zwm56d'],
  ['ann@münchen.de', 'ann@xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
  ['http://xn--mnchen-3ya.de/', 'http://münchen.de/', 'xn--mnchen-3ya.de'],
  ['例子.测试/a', 'xn--fsqu00a.xn--0zwm56d/a', 'xn--fsqu00a.xn--0zwm56d'],
  ['//münchen.de/a', '//xn--mnchen-3ya.de/a', 'xn--mnchen-3ya.de'],
] as const)
  test(`${input} is ${text}`, async () => {
    const answer = await ask(input)
    assert.deepEqual([answer.text, answer.rows[0]?.ascii], [text, ascii])
  })
