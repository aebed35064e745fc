import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeMessage, encodeMessage, encodeQuery, type Message, type QueryOptions } from '../dns/message.ts'
import { toRdataText } from '../dns/rdata.ts'
import { findType } from '../dns/types.ts'
import { answerZone, cutAnswer, MAX_REPLY_BYTES, type WatchedZone } from './answer-zone.ts'

const ZONE: WatchedZone = {
  zone: 'leak.example.com.',
  nameServers: ['ns.leak.example.com.', 'a.deep.leak.example.com.', 'ns.elsewhere.example.'],
  addresses: ['192.0.2.10', '192.0.2.11', '2001:db8::10'],
  isLive: (token) => token === 'alive',
}

const toQuery = (name: string, type: string, more: Partial<QueryOptions> = {}) =>
  encodeQuery({ id: 7, name, type: findType(type)!, flags: { rd: true }, ...more })

function ask(name: string, type: string, more: Partial<QueryOptions> = {}): Message {
  const { reply } = answerZone(toQuery(name, type, more), ZONE)
  assert.ok(reply, 'expected an answer')
  assert.ok(reply.length <= MAX_REPLY_BYTES)
  return decodeMessage(reply)
}
const toTexts = ({ answers }: Message) => answers.map(({ type, ttl, rdata }) => `${ttl} ${toRdataText(type, rdata)}`)

const FOUR = ['0 192.0.2.10', '0 192.0.2.11']
const SOA = 'ns.leak.example.com. hostmaster.leak.example.com. 1 3600 600 86400 0'
for (const [name, type, rcode, answers] of [
  ['alive.leak.example.com.', 'A', 0, FOUR],
  ['1.alive.leak.example.com.', 'A', 0, FOUR],
  ['1.alive.leak.example.com.', 'AAAA', 0, ['0 2001:db8::10']],
  ['1.alive.leak.example.com.', 'ANY', 0, FOUR],
  ['1.alive.leak.example.com.', 'HTTPS', 0, []],
  ['1.alive.leak.example.com.', 'NS', 0, []],
  ['2.1.alive.leak.example.com.', 'A', 3, []],
  ['1.dead.leak.example.com.', 'A', 3, []],
  ['alive\\.leak.example.com.', 'A', 5, []],
  ['leak.example.com.', 'A', 0, []],
  ['leak.example.com.', 'SOA', 0, [`3600 ${SOA}`]],
  ['leak.example.com.', 'NS', 0, ['3600 ns.leak.example.com.', '3600 a.deep.leak.example.com.', '3600 ns.elsewhere.example.']],
  ['ns.leak.example.com.', 'A', 0, ['3600 192.0.2.10', '3600 192.0.2.11']],
  ['a.deep.leak.example.com.', 'AAAA', 0, ['3600 2001:db8::10']],
  ['deep.leak.example.com.', 'A', 0, []],
  ['other.leak.example.com.', 'A', 3, []],
  ['leak.example.com.', 'AXFR', 5, []],
  ['example.com.', 'A', 5, []],
  ['xleak.example.com.', 'A', 5, []],
  ['.', 'NS', 5, []],
] as const)
  test(`${name} ${type}: ${rcode}, ${answers.length} records`, () => {
    const message = ask(name, type)
    assert.deepEqual([message.rcode, toTexts(message)], [rcode, answers])
    assert.deepEqual([message.id, message.flags.qr, message.flags.rd, message.flags.ra], [7, true, true, false])
    assert.equal(message.flags.aa, rcode !== 5)
    const soas = message.authorities.map(({ name, type, ttl, rdata }) => `${name} ${ttl} ${toRdataText(type, rdata)}`)
    assert.deepEqual(soas, rcode !== 5 && answers.length === 0 ? [`leak.example.com. 0 ${SOA}`] : [])
  })

test('names come back in the letters they were asked in (0x20)', () => {
  const name = '1.aLiVe.LEAK.exAmple.com.'
  const { questions, answers } = ask(name, 'A')
  assert.deepEqual([questions[0]?.name, answers.map((rr) => rr.name)], [name, [name, name]])
})

test('tells the live token in lower case, and nothing of a dead one', () => {
  const tokenOf = (name: string) => answerZone(toQuery(name, 'A'), ZONE).token
  assert.deepEqual(
    ['X.ALIVE.leak.example.com.', 'alive.leak.example.com.', 'dead.leak.example.com.', 'ns.leak.example.com.'].map(tokenOf),
    ['alive', 'alive', undefined, undefined],
  )
})

test('EDNS: DO and the client subnet come back, with a scope for everybody', () => {
  const data = Buffer.from([0, 1, 24, 0, 198, 51, 100])
  const edns = { udpSizeBytes: 4096, isDnssecOk: true, options: [{ code: 8, data }] }
  const { reply, subnet: told } = answerZone(toQuery('1.alive.leak.example.com.', 'A', { edns }), ZONE)
  assert.deepEqual([told?.subnet, told?.sourcePrefix], ['198.51.100.0', 24])
  const back = decodeMessage(reply!).edns
  assert.deepEqual([back?.version, back?.isDnssecOk, back?.udpSizeBytes], [0, true, 1232])
  assert.deepEqual(back?.clientSubnet, { subnet: '198.51.100.0', sourcePrefix: 24, scopePrefix: 0 })
  assert.ok(Buffer.from(reply!).includes(Buffer.from([0, 8, 0, 7, ...data])), 'as many bytes as were sent')
})

for (const [title, data] of [
  ['of no address', [0, 0, 0, 0]],
  ['of a family nobody knows', [0, 9, 8, 0, 1]],
] as const)
  test(`EDNS: a client subnet ${title} is left out`, () => {
    const edns = { udpSizeBytes: 4096, isDnssecOk: false, options: [{ code: 8, data: Uint8Array.from(data) }] }
    assert.equal(ask('1.alive.leak.example.com.', 'A', { edns }).edns?.clientSubnet, undefined)
  })

test('BADVERS for another version of EDNS (RFC 6891 §6.1.3)', () => {
  const query = toQuery('1.alive.leak.example.com.', 'A', { edns: { udpSizeBytes: 1232, isDnssecOk: false } })
  query[query.length - 5] = 1 // of the OPT's TTL, the version
  const message = decodeMessage(answerZone(query, ZONE).reply!)
  assert.deepEqual([message.rcode, message.answers.length, message.edns?.version], [16, 0, 0])
})

test('NOTIMP for other kinds of messages, REFUSED for other classes', () => {
  const update = toQuery('alive.leak.example.com.', 'SOA')
  update[2] = 5 << 3
  assert.equal(decodeMessage(answerZone(update, ZONE).reply!).rcode, 4)
  assert.equal(ask('alive.leak.example.com.', 'TXT', { class: 3 }).rcode, 5)
})

test('what does not fit is cut to its question', () => {
  const { reply } = answerZone(toQuery('1.alive.leak.example.com.', 'A'), ZONE, 60)
  const { flags, answers, questions } = decodeMessage(reply!)
  assert.deepEqual([flags.tc, answers.length, questions.length], [true, 0, 1])
})

test('an answer for who asks too often is not larger than the question', () => {
  const query = toQuery('1.alive.leak.example.com.', 'A')
  assert.equal(cutAnswer(query)?.length, query.length)
  assert.equal(decodeMessage(cutAnswer(query)!).flags.tc, true)
})

test('no message gets an answer that is none', () => {
  const query = toQuery('1.alive.leak.example.com.', 'A', { edns: { udpSizeBytes: 1232, isDnssecOk: false } })
  for (let size = 0; size < query.length; size++) assert.equal(answerZone(query.subarray(0, size), ZONE).reply, undefined)
  const answer = Uint8Array.from(query)
  answer[2]! |= 0x80
  assert.equal(answerZone(answer, ZONE).reply, undefined, 'answers are never answered')
  const two = Uint8Array.from(query)
  two[5] = 2
  assert.equal(answerZone(two, ZONE).reply, undefined)
  const none = encodeMessage({ ...decodeMessage(query), questions: [], additionals: [] })
  assert.equal(answerZone(none, ZONE).reply, undefined)
})

test('10,000 broken queries: none throws, no answer is large', () => {
  const query = toQuery('1.alive.leak.example.com.', 'A', { edns: { udpSizeBytes: 4096, isDnssecOk: true } })
  let state = 20_251
  const next = (below: number) => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) % below
  for (let round = 0; round < 10_000; round++) {
    const broken = Uint8Array.from(query)
    for (let changes = next(4) + 1; changes > 0; changes--) broken[next(broken.length)] = next(256)
    const { reply } = answerZone(broken, ZONE)
    assert.ok(!reply || (reply.length <= MAX_REPLY_BYTES && (reply[2]! & 0x80) !== 0))
    cutAnswer(broken)
  }
})

test('the longest names fit', () => {
  const label = 'x'.repeat(63)
  const zone = { ...ZONE, zone: `${label}.${label}.example.`, nameServers: [`ns.${label}.${label}.example.`] }
  const { reply } = answerZone(toQuery(`1.none.${label.slice(0, 40)}.${zone.zone}`, 'A'), zone)
  assert.ok(reply!.length <= MAX_REPLY_BYTES)
  const { rcode, flags } = decodeMessage(reply!)
  assert.deepEqual([rcode, flags.tc], [3, true])
})
