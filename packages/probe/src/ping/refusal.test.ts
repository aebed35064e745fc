import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { findLoop, toRefusal } from './refusal.ts'

/** Words of ping(8) (iputils 20221126) and marks of traceroute(8) (2.1.2). */
for (const [said, outcome, en] of [
  ['Destination Net Unreachable', 'unreachable', /no route to the target$/],
  ['Destination unreachable: No route', 'unreachable', /no route to the target$/],
  ['!N', 'unreachable', /no route to the target$/],
  ['Destination Host Unreachable', 'unreachable', /finds nobody at this address/],
  ['Destination unreachable: Address unreachable', 'unreachable', /finds nobody at this address/],
  ['!H', 'unreachable', /finds nobody at this address/],
  ['Packet filtered', 'unreachable', /firewall or an access list/],
  ['Destination Host Prohibited', 'unreachable', /firewall or an access list/],
  ['Destination unreachable: Administratively prohibited', 'unreachable', /firewall or an access list/],
  ['!X', 'unreachable', /firewall or an access list/],
  ['!<5>', 'unreachable', /firewall or an access list/],
  ['Destination Port Unreachable', 'unreachable', /rejects the packets/],
  ['!P', 'unreachable', /rejects the packets/],
  ['Frag needed and DF set (mtu = 600)', 'oversized', /do not fit on its next link \(MTU 600\)$/],
  ['Packet too big: mtu=1280', 'oversized', /do not fit on its next link \(MTU 1280\)$/],
  ['!F-1400', 'oversized', /do not fit on its next link \(MTU 1400\)$/],
  ['Time to live exceeded', 'expired', /the TTL ran out/],
  ['Time exceeded: Hop limit', 'expired', /the TTL ran out/],
] as const)
  test(`“${said}”: ${outcome}`, () => {
    const refusal = toRefusal('192.0.2.1', said)!
    assert.equal(refusal.outcome, outcome)
    assert.match(refusal.text.en, en)
    assert.match(refusal.text.zh, /^192\.0\.2\.1：.*\p{Script=Han}/u)
  })

test('what this machine says itself is not told: its addresses are its own', () => {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])[0]!.address
  assert.equal(toRefusal(own, 'Destination Host Unreachable'), undefined)
})

const toHops = (way: string) => [...way].map((one) => ({ addresses: one === '*' ? [] : [one], isTarget: one === 'T' }))
for (const [way, routers] of [
  ['xababab', 'a, b'],
  ['xyabcabcabc', 'a, b, c'],
  ['xabab', undefined],
  ['xabcd', undefined],
  ['xaaaaaa', undefined],
  ['xab*ab*ab*', undefined],
  ['xabababT', undefined],
  ['********', undefined],
] as const)
  test(`the way ${way}: ${routers ? `a loop between ${routers}` : 'no loop'}`, () => {
    const said = findLoop(toHops(way))
    assert.equal(said?.en, routers && `a routing loop: the packets go round between ${routers} until their TTL runs out`)
  })
