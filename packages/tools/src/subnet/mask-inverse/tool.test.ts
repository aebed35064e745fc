import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

const ask = async (text: string) =>
  (await answerTool(tool, { text }, createTestHost())) as { text: string; form: string; prefix?: number }

for (const [text, network, form] of [
  ['192.0.2.77 255.255.255.192', '192.0.2.64/26', 'mask'],
  ['192.0.2.77/255.255.255.192', '192.0.2.64/26', 'mask'],
  ['192.0.2.77 / 26', '192.0.2.64/26', 'prefix'],
  ['192.0.2.77/0.0.0.63', '192.0.2.64/26', 'wildcard'],
  ['2001:db8::1/48', '2001:db8::/48', 'prefix'],
  ['240.0.0.0 255.255.255.255', '240.0.0.0/4', 'two addresses'],
  ['192.0.2.64 192.0.2.127', '192.0.2.64/26', 'two addresses'],
  ['255.255.255.192', '/26', 'mask'],
] as const)
  test(`${text} is ${network}, read as ${form}`, async () => {
    const { text: found, form: read } = await ask(text)
    assert.deepEqual([found, read], [network, form])
  })

for (const text of ['192.0.2.0/33', '192.0.2.0/x', '192.0.2.0/255.0.255.0'])
  test(`${text} is refused`, async () => {
    await assert.rejects(ask(text), { key: 'bad_input' })
  })

test('a long run of dots or colons is refused at once', async () => {
  const start = performance.now()
  for (const sign of ['.', ':', '1.']) await assert.rejects(ask(sign.repeat(500_000)), { key: 'bad_input' })
  assert.ok(performance.now() - start < 60_000)
})
