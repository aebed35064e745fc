import assert from 'node:assert/strict'
import { test } from 'node:test'
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Caller } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import { startProduct } from '../../testing/start.ts'
import { Brakes, createBrakeTables } from '../brakes.ts'
import { isFound, PROOF_HEADER, ProbeGate } from './probe-gate.ts'

const toCaller = (address: string): Caller => ({ address, lang: 'en', plat: 'pc', requestId: '1' })
const HERE = toCaller('198.51.100.7')
const ALL_UNITS = 120

type Change = { caller?: Caller; units?: number; proof?: string; isKnown?: boolean }

function pass(gate: ProbeGate, { caller = HERE, units = ALL_UNITS, proof, isKnown = false }: Change = {}): Promise<void> {
  return gate.pass({ caller, units, headers: proof ? { [PROOF_HEADER]: proof } : {}, isKnown: async () => isKnown })
}

async function takeChallenge(gate: ProbeGate, change: Change = {}): Promise<Challenge> {
  const error = await pass(gate, change).then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(error instanceof AppError && error.key === 'proof_wanted', String(error))
  return JSON.parse(String(error.details['challenge']))
}

async function solve(challenge: Challenge): Promise<string> {
  return toHeader({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}
const toHeader = (proof: unknown) => Buffer.from(JSON.stringify(proof)).toString('base64')
const fromHeader = (proof: string) => JSON.parse(Buffer.from(proof, 'base64').toString())

test('the share is spent, work gives it back once, over two threads', async () => {
  const tables = createBrakeTables()
  const [one, other] = [new ProbeGate(new Brakes(tables)), new ProbeGate(new Brakes(tables))]
  await pass(one)
  const proof = await solve(await takeChallenge(one))
  await pass(other, { proof })
  await assert.rejects(pass(one, { proof }), { key: 'proof_wrong' })
  await takeChallenge(other)
})

test('a proof counts for the address it was made for, unchanged, and on this server', async () => {
  const gate = new ProbeGate(new Brakes())
  await pass(gate)
  const proof = await solve(await takeChallenge(gate))
  await assert.rejects(pass(gate, { proof, caller: toCaller('198.51.100.8') }), { key: 'proof_wrong' })
  await assert.rejects(pass(new ProbeGate(new Brakes()), { proof }), { key: 'proof_wrong' })
  const { challenge, solution } = fromHeader(proof)
  const changes = [
    { challenge, solution: { ...solution, counter: solution.counter + 1 } },
    {
      challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: challenge.parameters.expiresAt + 9000 } },
      solution,
    },
    { challenge: { ...challenge, parameters: { ...challenge.parameters, nonce: '00'.repeat(16) } }, solution },
  ]
  for (const changed of changes) await assert.rejects(pass(gate, { proof: toHeader(changed) }), { key: 'proof_wrong' })
  const easier = { challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }, solution }
  for (const broken of ['%', toHeader({}), toHeader(easier), 'A'.repeat(5000)])
    await assert.rejects(pass(gate, { proof: broken }), { key: 'bad_input' })
  await pass(gate, { proof })
})

test('a proof has an end', async (t) => {
  const gate = new ProbeGate(new Brakes())
  await pass(gate)
  const proof = await solve(await takeChallenge(gate))
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 301_000 })
  await assert.rejects(pass(gate, { proof }), { key: 'proof_wrong' })
})

test('who has an account or a key works no more than before', async () => {
  const gate = new ProbeGate(new Brakes())
  for (let i = 0; i < 5; i++) await pass(gate, { isKnown: true })
  assert.equal(await isFound(() => Promise.reject(new AppError('bad_key', { reason: 'unknown' }))), false)
  await assert.rejects(
    isFound(() => Promise.reject(new TypeError('a bug'))),
    TypeError,
  )
})

test('over HTTP: 429 with a challenge and Retry-After, then the call goes on; other tools are not asked', async () => {
  await using product = await startProduct({ withoutData: true })
  const send = (tool: string, payload: object, headers = {}) =>
    product.app.inject({ method: 'POST', url: `/v1/tools/${tool}`, payload, headers })
  // a refused target costs as much as another, and no packet leaves
  const ping = (headers = {}) => send('ping', { target: '127.0.0.1' }, headers)
  let answer = await ping()
  for (let i = 1; i < 60 && answer.json().data.error === 'refused_target'; i++) answer = await ping()
  const { data } = answer.json()
  assert.deepEqual([answer.statusCode, data.error, Number(answer.headers['retry-after']) > 0], [429, 'proof_wanted', true])
  assert.equal((await send('case', { text: 'a', to: 'upper' })).statusCode, 200)
  const pasted = await send('robots-txt', { urls: '/a', robots: 'User-agent: *\nDisallow: /a' })
  assert.equal(pasted.json().data.rows[0].verdict, 'disallowed', 'nothing is fetched for a text that is given')
  assert.equal((await send('robots-txt', { urls: 'http://a.invalid/', robots: ' ' })).json().data.error, 'proof_wanted')
  const proof = await solve(JSON.parse(data.challenge))
  assert.equal((await ping({ [PROOF_HEADER]: proof })).json().data.error, 'refused_target')
  assert.equal((await ping({ [PROOF_HEADER]: proof })).json().data.error, 'proof_wrong')
})
