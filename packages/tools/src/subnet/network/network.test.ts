import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

type Answer = {
  readonly text: string
  readonly facts: { readonly network: string }
  readonly parts?: readonly { readonly name: string; readonly network: string; readonly hosts: string; readonly wanted: string }[]
  readonly total?: string
  readonly free?: string
  readonly commands?: readonly { readonly system: string; readonly command: string }[]
}
const ask = async (input: Readonly<Record<string, unknown>>) => (await answerTool(tool, input, createTestHost())) as Answer

test('an address is described with its network and the commands that set it', async () => {
  const { text, facts, commands, parts } = await ask({ text: '192.0.2.77', mask: '255.255.255.192' })
  assert.deepEqual([text, facts.network, parts], ['192.0.2.64/26', '192.0.2.64/26', undefined])
  assert.deepEqual(commands?.[0], { system: 'Linux', command: 'ip addr add 192.0.2.77/26 dev eth0' })
})

for (const [into, total, last] of [
  [24, '1', '198.51.100.0/24'],
  [26, '4', '198.51.100.192/26'],
  [32, '256', '198.51.100.255/32'],
] as const)
  test(`a /24 is split into ${total} of /${into}`, async () => {
    const answer = await ask({ mode: 'split', text: '198.51.100.0/24', into })
    assert.deepEqual([answer.total, answer.parts?.at(-1)?.network], [total, last])
    assert.equal(answer.text.split('\n').at(-1), last)
  })

test('a plan gives the largest want the first place, and tells what is free', async () => {
  const { text, parts, free } = await ask({ mode: 'vlsm', text: '203.0.113.0/24', hosts: '20 lab\n50 sales\n2 link' })
  assert.equal(text, '203.0.113.0/26\n203.0.113.64/27\n203.0.113.96/31')
  assert.deepEqual(
    parts?.map(({ name, hosts, wanted }) => `${name}: ${wanted} of ${hosts}`),
    ['sales: 50 of 62', 'lab: 20 of 30', 'link: 2 of 2'],
  )
  assert.equal(free, '203.0.113.98/31\n203.0.113.100/30\n203.0.113.104/29\n203.0.113.112/28\n203.0.113.128/25')
})

for (const [text, joined, around] of [
  ['192.0.2.0/26\n192.0.2.64/26; 192.0.2.128/25', '192.0.2.0/24', '192.0.2.0/24'],
  ['192.0.2.0/26, 192.0.2.192/26', '192.0.2.0/26\n192.0.2.192/26', '192.0.2.0/24'],
  ['2001:db8:1::/48\n2001:db8::/48', '2001:db8::/47', '2001:db8::/47'],
  ['10.0.0.1/24', '10.0.0.0/24', '10.0.0.0/24'],
] as const)
  test(`${text.replaceAll('\n', ' ')} joined lie in ${around}`, async () => {
    const answer = await ask({ mode: 'join', text })
    assert.deepEqual([answer.text, answer.facts.network], [joined, around])
    assert.equal(answer.total, String(joined.split('\n').length))
  })
