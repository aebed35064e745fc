import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { createGuard } from '../guard/guard.ts'
import { rr, startDnsServer, type Script } from '../testing/dns-server.ts'
import { createDnsClient } from './client.ts'
import { findForgeries, type FindForgeriesOptions } from './find-forgeries.ts'
import { decodeMessage, encodeMessage } from './message.ts'
import { TYPES } from './types.ts'

const guard = createGuard({ allowTargets: ['127.0.0.0/8'], families: () => [4, 6] })
const NAME = 'www.blocked.example.'
const address = (name: string, value: string) => ({ answers: [rr(name, 'A', { address: value })] })
const referral = { authorities: [rr('example.', 'NS', { name: 'ns.example.' })] }
const resolver = (id: string, server: string) => ({ id, name: id, server, country: null })

const find = async (options: Partial<FindForgeriesOptions>, ownPort = 1) => {
  const systemServers = [{ transport: 'udp', host: '127.0.0.1', port: ownPort, isTrusted: true }] as const
  const client = createDnsClient({ guard, systemServers })
  const ask = { name: NAME, type: TYPES.A }
  const times = { lingerMs: 150, timeoutMs: 20_000 } // the server is this process, which may stand still for seconds
  const all = await Array.fromAsync(findForgeries(ask, { client, guard, encrypted: [], plain: [], ...times, ...options }))
  return new Map(all.at(-1)!.map((row) => [row.id, row]))
}

/** A server and, in its name, a forger that is faster and knows some names. */
async function startForged(script: Script, forged: (name: string) => string | undefined) {
  const socket = createSocket('udp4')
  socket.on('message', (bytes, peer) => {
    const query = decodeMessage(bytes)
    const send = (said: ReturnType<Script>) =>
      socket.send(
        encodeMessage({
          ...query,
          edns: undefined,
          flags: { ...query.flags, qr: true },
          answers: [],
          authorities: [],
          additionals: [],
          ...said,
        } as Parameters<typeof encodeMessage>[0]),
        peer.port,
        peer.address,
      )
    const lie = forged(query.questions[0]!.name)
    if (lie) send(address(query.questions[0]!.name, lie))
    const truth = script(query.questions[0]!, query)
    if (truth) send(truth)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { port: socket.address().port, [Symbol.asyncDispose]: async () => void socket.close() }
}

const root = { roots: [{ name: 'b.root-servers.net.', addresses: ['127.0.0.1'] }] }

test('a root server that refers is as it should be, and one that is answered for shows the forgery', async () => {
  await using honest = await startDnsServer(() => referral)
  const quiet = (await find({ ...root, port: honest.port })).get('b.root-servers.net.')!
  assert.deepEqual([quiet.state, quiet.answers, quiet.isControlAnswered], ['answered', [], false])
  assert.deepEqual(honest.asked.map(({ name }) => name).sort(), ['example.com.', NAME])

  await using forged = await startForged(
    () => referral,
    (name) => (name === NAME ? '203.0.113.66' : undefined),
  )
  const caught = (await find({ ...root, port: forged.port })).get('b.root-servers.net.')!
  assert.deepEqual([caught.answers.map(({ values }) => values), caught.isControlAnswered], [[['203.0.113.66']], false])
})

test('who answers for every name is told from who answers for some', async () => {
  await using proxy = await startDnsServer(({ name }) => address(name, '192.0.2.1'))
  const row = (await find({ ...root, port: proxy.port })).get('b.root-servers.net.')!
  assert.equal(row.isControlAnswered, true)
})

test('an address without DNS is silent, and what answers in its name is kept', async () => {
  await using silence = await startDnsServer(() => undefined)
  const quiet = (await find({ roots: [], silent: '127.0.0.1', port: silence.port })).get('silent')!
  assert.deepEqual([quiet.state, quiet.answers, quiet.isControlAnswered], ['silent', [], false])

  await using forged = await startForged(
    () => undefined,
    (name) => (name === NAME ? '203.0.113.66' : undefined),
  )
  const caught = (await find({ roots: [], silent: '127.0.0.1', port: forged.port })).get('silent')!
  assert.deepEqual(
    caught.answers.map(({ values }) => values),
    [['203.0.113.66']],
  )
})

test('the true answer that comes after a forged one is kept beside it', async () => {
  await using forged = await startForged(
    ({ name }) => address(name, '192.0.2.80'),
    () => '203.0.113.66',
  )
  const rows = await find({ roots: [], plain: [resolver('one', '127.0.0.1')], port: forged.port })
  const { state, answers } = rows.get('plain one')!
  assert.deepEqual([state, answers.map(({ values }) => values)], ['answered', [['203.0.113.66'], ['192.0.2.80']]])
})

test('an answer that was cut says nothing of the name', async () => {
  await using cutting = await startForged(
    () => ({ flags: { qr: true, aa: false, tc: true, rd: true, ra: true, ad: false, cd: false } }) as ReturnType<Script>,
    () => undefined,
  )
  const { state, answers, note } = (await find({ roots: [], plain: [resolver('one', '127.0.0.1')], port: cutting.port })).get(
    'plain one',
  )!
  assert.deepEqual([state, answers], ['failed', []])
  assert.match(note!.en, /cut/)
})

test('a name that root servers serve themselves is no bait', async () => {
  const client = createDnsClient({ guard, systemServers: [] })
  const ask = { name: 'a.root-servers.net.', type: TYPES.A }
  const [rows] = await Array.fromAsync(findForgeries(ask, { client, guard, encrypted: [], plain: [], ...root }))
  assert.deepEqual(
    rows!.map(({ id }) => id),
    ['own'],
  )
})

test('our own resolver is asked, and one that fails says why', async () => {
  await using own = await startDnsServer(({ name }) => address(name, '192.0.2.80'))
  const rows = await find({ roots: [], encrypted: [resolver('dot', 'tls://127.0.0.9')] }, own.port)
  assert.deepEqual(rows.get('own')!.answers[0]!.values, ['192.0.2.80'])
  const { state, note } = rows.get('encrypted dot')!
  assert.deepEqual([state, note !== null], ['failed', true])
})

test('an address inside a network is not asked', async () => {
  await assert.rejects(find({ roots: [], silent: '10.0.0.1' }), { key: 'refused_target' })
})
