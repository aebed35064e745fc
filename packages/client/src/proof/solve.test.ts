import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { solve, solveText } from './solve.ts'

const secret = 'only for this test'
const makeWork = (algorithm: string) =>
  createChallenge({ algorithm, cost: 20, keyPrefix: '00', keyLength: 32, deriveKey, hmacSignatureSecret: secret })

for (const algorithm of ['PBKDF2/SHA-256', 'PBKDF2/SHA-384', 'PBKDF2/SHA-512'])
  test(`work of ${algorithm} is done without Web Crypto, and counts`, async (context) => {
    const challenge = await makeWork(algorithm)
    const { mock } = context.mock.getter(Object.getPrototypeOf(crypto), 'subtle', () => undefined)
    const proof = await solve(challenge)
    mock.restore()
    assert.ok(proof)
    assert.equal((await verifySolution({ ...proof, deriveKey, hmacSignatureSecret: secret })).verified, true)
  })

test('work is done with Web Crypto, and written for the header', async () => {
  const text = await solveText(JSON.stringify(await makeWork('PBKDF2/SHA-256')), new AbortController().signal)
  const proof = JSON.parse(atob(text ?? ''))
  assert.equal((await verifySolution({ ...proof, deriveKey, hmacSignatureSecret: secret })).verified, true)
})

test('what is no challenge is not worked on', async () => {
  assert.equal(await solveText(undefined, new AbortController().signal), undefined)
})

test('work is left when nobody waits for it any more', async () => {
  const controller = new AbortController()
  const work = solve(
    await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 20, keyPrefix: 'ffffffffff', deriveKey }),
    controller.signal,
  )
  controller.abort(new Error('left'))
  await assert.rejects(work, /left/)
})
