import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Host, IpCapability } from '@octet/core/host.ts'
import { parseRange } from '@octet/core/ip/range.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

type Answer = {
  readonly text: string
  readonly networks: number
  readonly ipv4_addresses: string
  readonly ipv6_addresses: string
}
type Wanted = Parameters<IpCapability['ranges']>[0]

/** Asks of an operator that has three ranges. */
async function ask(input: Readonly<Record<string, unknown>>) {
  const asked: Wanted[] = []
  const all = ['192.0.2.0-192.0.2.191', '198.51.100.7', '2001:db8::/47'].map(parseRange)
  const ranges = (wanted: Wanted) => {
    asked.push(wanted)
    return wanted.country === 'ZZ' ? [] : all.filter(({ version }) => (wanted.version ?? version) === version)
  }
  const ip: IpCapability = { ranges, lookup: assert.fail, resolve: assert.fail }
  const answer = (await answerTool(tool, input, createTestHost({ ip } as Partial<Host<'ip'>>))) as Answer
  return { ...answer, asked }
}

test('ranges are written as networks, and counted by family', async () => {
  const { asked, ...answer } = await ask({ owner: 'AS64500' })
  assert.deepEqual(asked, [{ asn: 64_500 }])
  assert.deepEqual(answer, {
    text: '192.0.2.0/25\n192.0.2.128/26\n198.51.100.7/32\n2001:db8::/47',
    networks: 4,
    ipv4_addresses: '193',
    ipv6_addresses: String(2n ** 81n),
  })
})

for (const [family, version, networks] of [
  ['ipv4', 4, 3],
  ['ipv6', 6, 1],
] as const)
  test(`of ${family} alone there are ${networks}`, async () => {
    const answer = await ask({ owner: 'sg', family })
    assert.deepEqual(answer.asked, [{ country: 'SG', version }])
    assert.equal(answer.networks, networks)
    assert.equal(answer[family === 'ipv4' ? 'ipv6_addresses' : 'ipv4_addresses'], '0')
  })

test('as a list for a firewall', async () =>
  assert.match((await ask({ owner: 'SG', family: 'ipv6', format: 'nginx' })).text, /^deny 2001:db8::\/47;$/m))

test('an owner of nothing is refused', () => assert.rejects(ask({ owner: 'ZZ' }), { key: 'unsupported_value' }))
