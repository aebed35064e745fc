import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { computeGlobalId, looksChosen } from './global-id.ts'
import tool from './tool.ts'

const ask = (input: z.input<typeof tool.input>) =>
  answerTool(tool, input, createTestHost()) as Promise<z.output<typeof tool.output>>

test('random bytes become the 40 bits behind fd, and networks are counted from the first', async () => {
  const answer = await ask({ first: 'fffe', count: 9 })
  assert.deepEqual([answer.text, answer.globalId], ['fd00:102:304::/48', '0001020304'])
  assert.equal(answer.last, 'fd00:102:304:ffff:ffff:ffff:ffff:ffff')
  assert.equal(answer.reverseZone, '4.0.3.0.2.0.1.0.0.0.d.f.ip6.arpa')
  assert.deepEqual(
    answer.networks.map(({ network, gateway }) => [network, gateway]),
    [
      ['fd00:102:304:fffe::/64', 'fd00:102:304:fffe::1'],
      ['fd00:102:304:ffff::/64', 'fd00:102:304:ffff::1'],
    ],
  )
  assert.equal(answer.networks[0]?.zone, 'e.f.f.f.4.0.3.0.2.0.1.0.0.0.d.f.ip6.arpa')
  assert.match(answer.commands, /prefix fd00:102:304:fffe::\/64 \{/)
})

test('the algorithm of RFC 4193 takes NTP time and EUI-64 through SHA-1', () => {
  // openssl sha1 over the bytes ed01b425 00000000 02005efffe0053af: its last five bytes
  assert.equal(computeGlobalId('00005e0053af', Date.parse('2026-01-02T03:04:05Z')).toString(16), '21c5820862')
  assert.notEqual(computeGlobalId('00005e0053af', 0), computeGlobalId('00005e0053af', 1))
})

test('an address that is there tells its prefix and network, and whether somebody chose it', async () => {
  const { text, subnetId, notes } = await ask({ mode: 'read', text: 'ｆｄ12:3456:789a:1::1/64' })
  assert.deepEqual([text, subnetId], ['fd12:3456:789a::/48', '0001'])
  assert.match(notes.join(), /chosen by hand/)
  assert.deepEqual((await ask({ mode: 'read', text: 'fd4e:8c1b:92f0::1' })).notes, [])
  assert.match((await ask({ mode: 'read', text: 'fc4e:8c1b:92f0::1' })).notes.join(), /not defined yet/)
})

for (const [id, isChosen] of [
  ['0000000000', true],
  ['00000000ff', true],
  ['aaaaaabbbb', true],
  ['123456789a', true],
  ['9876543210', true],
  ['4e8c1b92f0', false],
  ['a1b2c3d4e5', false],
] as const)
  test(`${id} ${isChosen ? 'looks chosen' : 'may have been drawn'}`, () => assert.equal(looksChosen(BigInt(`0x${id}`)), isChosen))

for (const [input, message] of [
  [{ mode: 'read', text: '2001:db8::/32' }, /begins with fc or fd.*2001:db8::\/32 \(Documentation\)/],
  [{ mode: 'read', text: '10.0.0.0/8' }, /begins with fc or fd/],
  [{ mode: 'read', text: 'fd00::/8' }, /at least \/48/],
  [{ mode: 'read', text: '' }, /address/],
  [{ mac: '01:00:5e:00:53:af' }, /not multicast/],
  [{ mac: 'x' }, /MAC address of 12/],
  [{ first: '12345' }, /one to four hexadecimal digits/],
] as const)
  test(`${JSON.stringify(input)} is refused with what was expected`, () => assert.rejects(ask(input), { message }))
