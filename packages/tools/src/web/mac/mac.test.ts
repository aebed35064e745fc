import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

type Answer = { text: string; rows: { scope: string; cast: string; oui: string }[] }
const run = async (input: Record<string, unknown>) => (await answerTool(tool, input, createTestHost())) as Answer

test('each spelling reads back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.bigInt(0n, (1n << 48n) - 1n),
      fc.constantFrom('colon', 'hyphen', 'dot', 'plain', 'huawei'),
      async (value, form) => {
        const hex = value.toString(16).padStart(12, '0')
        const { text } = await run({ text: hex, form, upper: true })
        assert.equal((await run({ text, form: 'plain' })).text, hex)
      },
    ),
    { numRuns: 50 },
  )
})

for (const [text, scope, cast] of [
  ['ff:ff:ff:ff:ff:ff', 'local (often random)', 'all'],
  ['01:00:5e:00:00:fb', 'universal', 'a group'],
  ['da:a1:19:00:00:01', 'local (often random)', 'one'],
  ['0:0:5e:0:53:1', 'universal', 'one'],
] as const)
  test(`${text} is ${scope}, for ${cast}`, async () => {
    const [row] = (await run({ text })).rows
    assert.deepEqual([row?.scope, row?.cast], [scope, cast])
  })

for (const [program, text] of [
  ['arp -a', '? (192.0.2.1) at 0:0:5e:0:53:1 on en0 ifscope [ethernet]\n? (192.0.2.7) at (incomplete) on en0'],
  ['ip neigh', '192.0.2.1 dev eth0 lladdr 00:00:5e:00:53:01 REACHABLE\r\nfe80::1:2:3:4 dev eth0 FAILED'],
  ['ipconfig /all', '   Physical Address. . . . . . . . . : 00-00-5E-00-53-01\r\n   DHCP Enabled. . . . . . . . . . . : Yes'],
  ['show arp', 'Protocol  Address   Age (min)  Hardware Addr   Type\nInternet  192.0.2.1  5   0000.5e00.5301  ARPA'],
] as const)
  test(`an address is found in what ${program} prints`, async () => assert.equal((await run({ text })).text, '00:00:5e:00:53:01'))

test('several on one line are all read, in any spelling', async () => {
  const { rows, text } = await run({ text: '001122334455 0:0:5e:0:53:1\n0011.2233.4455\t02-00-00-ff-fe-00-00-01', form: 'plain' })
  assert.equal(rows.length, 4)
  assert.equal(text, '001122334455\n00005e005301\n001122334455\n020000fffe000001')
  assert.equal((await run({ text: '00 11 22 33 44 55', form: 'plain' })).text, '001122334455')
  assert.equal((await run({ text: '0011 2233 4455', form: 'plain' })).text, '001122334455')
})

test('a line of digits that is too short is refused beside a table, too', async () =>
  assert.rejects(run({ text: 'eth0 00:00:5e:00:53:01\n00:00:5e' }), { name: 'AppError' }))

test('random ones are local and for one receiver', async () => {
  const { rows } = await run({ mode: 'random', count: 50 })
  assert.ok(rows.every(({ scope, cast, oui }) => scope.startsWith('local') && cast === 'one' && oui === ''))
})

for (const text of ['', '00:00:5e', 'zz:00:00:00:00:00'])
  test(`“${text}” is refused`, async () => assert.rejects(run({ text }), { name: 'AppError' }))

for (const text of ['\u200e00:1a:2b:3c:4d:5e', 'MAC地址：00-1A-2B-3C-4D-5E', '物理地址：001A-2B3C-4D5E'])
  test(`${JSON.stringify(text)} is read as it is meant`, async () =>
    assert.equal((await run({ text })).text, '00:1a:2b:3c:4d:5e'))
