import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import publicDns from './tool.ts'

const search = async (text: string) =>
  ((await answerTool(publicDns, { search: text }, createTestHost())) as { resolvers: { id: string }[] }).resolvers.map(
    ({ id }) => id,
  )

for (const [text, expected] of [
  ['2001:4860:4860:0:0:0:0:8888', ['google']],
  ['８.８.８.８', ['google']],
  ['1.1.1.1', ['cloudflare']],
  ['Russia', ['yandex', 'yandex-safe']],
  ['俄罗斯', ['yandex', 'yandex-safe']],
  ['192.0.2.1', []],
] as const)
  test(`«${text}» finds ${expected.join(', ') || 'nobody'}`, async () => assert.deepEqual(await search(text), expected))

test('a country by its code', async () => {
  const found = await search('cn')
  assert.ok(found.includes('alidns') && found.includes('tuna') && !found.includes('google'))
})
