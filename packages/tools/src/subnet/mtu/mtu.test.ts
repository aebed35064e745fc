import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { LAYERS } from './layers.ts'
import tool from './tool.ts'

const host = createTestHost()
const ask = (input: z.input<typeof tool.input>) => answerTool(tool, input, host) as Promise<z.output<typeof tool.output>>

/** Figures that makers and operators publish for a link of 1500 bytes. */
const PUBLISHED = {
  pppoe: 1492,
  '6in4': 1480,
  'ds-lite': 1460,
  gre: 1476,
  l2tp: 1460,
  vxlan: 1450,
  'vxlan/6': 1430,
  geneve: 1450,
  nvgre: 1458,
  wireguard: 1440,
  'wireguard/6': 1420,
  'ipsec-gcm': 1446,
  'ipsec-cbc-sha1': 1438,
  gtp: 1464,
  teredo: 1472,
  'pppoe, wireguard/6': 1412,
  'vlan + mpls + mpls': 1492,
} as const
for (const [layers, mtu] of Object.entries(PUBLISHED))
  test(`${layers} leaves ${mtu} of 1500 bytes`, async () => assert.equal((await ask({ layers })).text, String(mtu)))

test('every layer takes as much as its packets do not carry', async () => {
  for (const name of Object.keys(LAYERS)) {
    const { steps, text } = await ask({ layers: name })
    assert.equal(steps.length, 1, name)
    assert.equal(1500 - steps[0]!.taken, Number(text), name)
  }
})

test('filled to whole blocks, a packet inside ESP never exceeds the link, and one byte more would', async () => {
  const toOuter = (inner: number) => 20 + 8 + 16 + Math.ceil((inner + 2) / 16) * 16 + 12
  await Promise.all(
    Array.from({ length: 40 }, async (_, step) => {
      const inner = Number((await ask({ size: 1400 + step, layers: 'ipsec-cbc-sha1' })).text)
      assert.ok(toOuter(inner) <= 1400 + step && toOuter(inner + 1) > 1400 + step)
    }),
  )
})

for (const [known, size] of [
  ['ping', 1464],
  ['ping6', 1444],
  ['mss', 1452],
  ['mss6', 1432],
] as const)
  test(`${known} ${size} is a path of 1492 bytes`, async () => {
    const { text, sizes } = await ask({ known, size })
    assert.equal(text, '1492')
    assert.deepEqual(sizes, [
      { family: 'IPv4', mss: 1452, data: 1440, udp: 1464, ping: 1464 },
      { family: 'IPv6', mss: 1432, data: 1420, udp: 1444, ping: 1444 },
    ])
  })

test('a full line of Ethernet carries 94.15 % of TCP data', async () => assert.equal((await ask({})).efficiency, 94.15))

test('commands carry the sizes, and none is of IPv6 where it does not fit', async () => {
  const { commands } = await ask({ layers: 'pppoe' })
  assert.match(commands, /^# Test it · Linux\nping .* -s 1464 /)
  assert.match(commands, /^# Test it · Linux, IPv6\nping .* -s 1444 /m)
  assert.match(commands, /^iptables .* --set-mss 1452$/m)
  assert.match(commands, /^ip6tables .* --set-mss 1432$/m)
  const small = await ask({ size: 1000 })
  assert.equal(small.sizes.length, 1)
  assert.doesNotMatch(small.commands, /IPv6|ip6tables/)
  assert.match(small.notes.join(), /IPv6 needs 1280 bytes/)
})

test('tags make the frame larger, not the packet smaller', async () => {
  const { text, notes } = await ask({ layers: '802.1ad' })
  assert.equal(text, '1500')
  assert.match(notes.join(), /8 bytes larger: 1526/)
})

const wrong = [
  ['pppoa', /some of pppoe, vlan.*pppoa/],
  ['6in4/6', /6in4 over IPv4/],
  ['constructor', /some of pppoe/],
  [Array.from({ length: 17 }, () => 'mpls').join(), /16 layers/],
] as const
for (const [layers, message] of wrong)
  test(`refused: ${layers.slice(0, 20)}`, async () => assert.rejects(ask({ layers }), message))

test('a link on which nothing fits is told, with what is left', async () => {
  await assert.rejects(ask({ size: 100, layers: 'wireguard' }), /68 bytes or more.*40 bytes left/)
})

test('without layers it says whose MTU this is', async () => {
  assert.match((await ask({})).notes.join(), /the MTU of the link itself/)
  assert.doesNotMatch((await ask({ layers: 'pppoe' })).notes.join(), /the link itself/)
})
