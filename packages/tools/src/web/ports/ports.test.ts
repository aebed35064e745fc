import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

type Answer = { rows: { port: number; protocol: string; service: string; practice: string }[]; total: number }
const run = async (input: Record<string, unknown>) => (await answerTool(tool, input, createTestHost())) as Answer

for (const [text, protocol, ports] of [
  ['22', 'tcp', [22]],
  ['80, 443', 'tcp', [80, 443]],
  ['6379-6380', 'tcp', [6379]],
  ['２２', 'tcp', [22]],
  ['51820', 'udp', [51820]],
  ['wireguard', 'all', [51820]],
] as const)
  test(`${text} (${protocol}) gives ${ports.join(', ')}`, async () => {
    const { rows } = await run({ text, protocol })
    assert.deepEqual([...new Set(rows.map(({ port }) => port))], ports)
  })

test('all words must be met, and the total counts beyond the rows', async () => {
  assert.ok((await run({ text: 'remote desktop' })).rows.some(({ port }) => port === 3389))
  const { rows, total } = await run({ text: '1-65535' })
  assert.equal(rows.length, 500)
  assert.ok(total > 10_000)
})
