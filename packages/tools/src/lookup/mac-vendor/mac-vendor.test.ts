import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { CHINESE_MAKERS } from './chinese-makers.ts'
import { findAssignment, loadRegistry } from './registry.ts'
import tool from './tool.ts'

type Answer = {
  text: string
  rows: { vendor: string; block: string; scope: string; cast: string; note: string; linkLocal: string }[]
  blocks: { block: string; vendor: string }[]
  total: number
}
const run = async (input: object) => (await answerTool(tool, input, createTestHost())) as Answer

for (const [text, vendor, block] of [
  ['C8:5C:E2:7A:BC:DE', 'SYNERGY SYSTEMS AND SOLUTIONS', 'C8-5C-E2-7 /28 (MA-M)'],
  ['70b3.d500.1abc', 'SOREDI touch systems GmbH', '70-B3-D5-00-1 /36 (MA-S)'],
  ['001b63', 'Apple, Inc.', '00-1B-63 /24 (MA-L)'],
  ['01:00:5e:00:00:fb', 'ICANN, IANA Department', '00-00-5E /24 (MA-L)'],
] as const)
  test(`${text} belongs to ${vendor}`, async () => {
    const [row] = (await run({ text })).rows
    assert.deepEqual([row?.vendor, row?.block], [vendor, block])
  })

for (const [text, scope, cast, note] of [
  ['ff:ff:ff:ff:ff:ff', 'local', 'all stations', /^Broadcast/],
  ['33:33:00:01:00:02', 'local', 'a group', /IPv6 multicast .* 0001:0002$/],
  ['01:00:5e:7f:ff:fa', 'universal', 'a group', /224–239\.127\.255\.250/],
  ['00:00:5e:00:01:0a', 'universal', 'one station', /VRRP over IPv4, virtual router 10/],
  ['02:42:ac:11:00:02', 'local', 'one station', /Docker; set by the administrator or at random/],
] as const)
  test(`${text} is ${scope}, for ${cast}`, async () => {
    const [row] = (await run({ text })).rows
    assert.deepEqual([row?.scope, row?.cast], [scope, cast])
    assert.match(row?.note ?? '', note)
  })

test('one wrong line of several says so in its row', async () => {
  const { rows } = await run({ text: '001b63\nzz\nC8:5C:E2:7A:BC:DE' })
  assert.deepEqual(
    rows.map(({ vendor }) => vendor),
    ['Apple, Inc.', '', 'SYNERGY SYSTEMS AND SOLUTIONS'],
  )
  assert.match(rows[1]!.note, /expected a MAC address .* got zz/)
  await assert.rejects(run({ text: 'zz' }), { key: 'bad_input' })
})

test('every block of the lists finds itself', async () => {
  const registry = await loadRegistry()
  for (const prefix of Object.keys(registry).filter((_, at) => at % 97 === 0))
    assert.equal(findAssignment(registry, prefix.toLowerCase().padEnd(12, '0'))?.prefix.startsWith(prefix), true)
})

test('a part that nobody has of a block assigned in parts has no maker', async () => {
  const registry = await loadRegistry()
  const whole = Object.keys(registry).filter((key) => key.length === 6 && registry[key]!.startsWith('IEEE Registration'))
  const free = whole
    .flatMap((key) => Array.from('0123456789ABCDEF', (digit) => key + digit))
    .find((key) => !Object.keys(registry).some((other) => other.length > 6 && other.startsWith(key)))
  const [row] = (await run({ text: free!.padEnd(12, '0') })).rows
  assert.equal(row?.vendor, '')
  assert.match(row?.note ?? '', /assigned in parts/)
})

test('the blocks of a maker are found by words of its name', async () => {
  const { blocks, total } = await run({ mode: 'search', text: 'pi raspberry' })
  assert.ok(total >= 5 && blocks.length === total)
  assert.ok(blocks.some(({ block }) => block === 'B8-27-EB /24'))
  assert.equal((await run({ mode: 'search', text: 'pi raspberry '.repeat(20_000) })).total, total, 'each word counts once')
  await assert.rejects(run({ mode: 'search', text: 'x' }), { key: 'bad_input' })
})

test('a name is searched for without being told so', async () => {
  for (const text of ['Raspberry Pi', 'Cisco', 'H3C', 'apple, inc'])
    assert.equal((await run({ text })).text, (await run({ mode: 'search', text })).text, text)
  assert.match((await run({ text: 'ether 08:00:20:12:34:56' })).text, /Oracle/)
})

test('makers are found by their Chinese names', async () => {
  for (const name of Object.keys(CHINESE_MAKERS)) assert.ok((await run({ text: name })).total > 0, name)
  assert.equal((await run({ text: '华为技术' })).text, (await run({ text: 'huawei' })).text)
  assert.equal((await run({ mode: 'search', text: '无此厂商' })).total, 0)
  await assert.rejects(run({ text: '无此厂商' }), { key: 'bad_input' })
})

test('what is no address is refused', async () => {
  for (const text of ['', '00:11:22:33:44:zz', '12345', '00:11:22:33:44:55:66'])
    await assert.rejects(run({ text }), { key: 'bad_input', message: /first 6/ })
})
