import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SegmentSizes } from '@octet/probe/tcp/segment-sizes.ts'
import { findMtuKind, MTU_KINDS } from './describe-mtu.ts'
import { PathMtuReader, toMtuWords } from './path-mtu.ts'

const ENDS = { localAddress: '198.51.100.7', localPort: 443, remoteAddress: '::ffff:203.0.113.9', remotePort: 50_124 }
const PLAIN: SegmentSizes = { family: 4, mss: 1448, pmtu: 1500, hasTimestamps: true }
const asked = (fields: Readonly<Record<string, string>> = {}) => ({
  header: (name: string) => fields[name],
  signal: new AbortController().signal,
})

const createReader = (sizes: SegmentSizes | undefined, more: object = {}) =>
  new PathMtuReader({ isProxy: () => false, canRead: async () => true, read: async () => sizes, ...more })

for (const [sizes, mtu, kind, isLimitedHere] of [
  [PLAIN, 1500, 'ethernet', false],
  [{ ...PLAIN, mss: 1440 }, 1492, 'pppoe', false],
  [{ family: 6, mss: 1348, pmtu: 1500, hasTimestamps: true }, 1420, 'wireguard', false],
  [{ family: 6, mss: 1220, pmtu: 1500, hasTimestamps: false }, 1280, 'least', false],
  [{ ...PLAIN, mss: 1408, pmtu: 1460 }, 1460, 'reduced', true],
  [{ ...PLAIN, mss: 1000 }, 1052, 'small', false],
  [{ ...PLAIN, mss: 8948, pmtu: 9000 }, 9000, 'jumbo', false],
  [{ ...PLAIN, mss: 32_768, pmtu: 65_535 }, 65_535, 'loopback', false],
] as const)
  test(`${sizes.mss} bytes of payload over IPv${sizes.family}: ${mtu}, ${kind}`, async () => {
    const found = await createReader(sizes).find(ENDS, asked())
    assert.deepEqual(found, { state: 'measured', sizes, mtu, kind, isLimitedHere })
  })

test('each known size has a kind, and each kind its words in both languages', () => {
  const kinds = new Set([1, 1280, 1300, 1400, 1420, 1476, 1480, 1492, 1500, 9000, 65_535].map(findMtuKind))
  assert.deepEqual([...kinds].toSorted(), [...MTU_KINDS].toSorted())
  for (const kind of MTU_KINDS)
    for (const lang of ['zh', 'en'] as const) {
      const words = toMtuWords({ state: 'measured', sizes: PLAIN, mtu: 1500, kind, isLimitedHere: false }, lang)
      assert.ok(words.length > 10)
      assert.notEqual(words, toMtuWords({ state: 'measured', sizes: PLAIN, mtu: 1500, kind, isLimitedHere: true }, lang))
    }
})

for (const name of ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'])
  test(`what came with ${name} came through a proxy`, async () =>
    assert.deepEqual(await createReader(PLAIN).find(ENDS, asked({ [name]: 'x' })), { state: 'proxied' }))

test('a peer the operator trusts is a proxy, even when it names nobody', async () => {
  const isProxy = (address: string) => address === '203.0.113.9'
  assert.deepEqual(await createReader(PLAIN, { isProxy }).find(ENDS, asked()), { state: 'proxied' })
})

test('says why when there is no program, no connection, or nothing shown', async () => {
  assert.deepEqual(await createReader(PLAIN, { canRead: async () => false }).find(ENDS, asked()), { state: 'no_program' })
  assert.deepEqual(await createReader(PLAIN).find(undefined, asked()), { state: 'not_shown' })
  assert.deepEqual(await createReader(undefined).find(ENDS, asked()), { state: 'not_shown' })
  for (const state of ['no_program', 'not_shown', 'busy', 'proxied'] as const)
    assert.notEqual(toMtuWords({ state }, 'zh'), toMtuWords({ state }, 'en'))
})

test('one is read at a time, and who comes while four wait is told so', async () => {
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  const read = async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running--
    return PLAIN
  }
  const reader = createReader(PLAIN, { read })
  const all = Array.from({ length: 6 }, () => reader.find(ENDS, asked()))
  const states: string[] = []
  for (const one of all) void one.then(({ state }) => states.push(state))
  while (states.length < 6) {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.equal(most, 1)
  assert.deepEqual(states.toSorted(), ['busy', 'busy', 'measured', 'measured', 'measured', 'measured'])
  const last = reader.find(ENDS, asked())
  while (ends.length === 0) await new Promise((resolve) => setImmediate(resolve))
  ends.shift()!()
  assert.equal((await last).state, 'measured')
})

test('a reader that fails fails for one caller only', async () => {
  let isFirst = true
  const read = async () => {
    if (!isFirst) return PLAIN
    isFirst = false
    throw new Error('broken')
  }
  const reader = createReader(PLAIN, { read })
  await assert.rejects(reader.find(ENDS, asked()), /broken/)
  assert.equal((await reader.find(ENDS, asked())).state, 'measured')
})
