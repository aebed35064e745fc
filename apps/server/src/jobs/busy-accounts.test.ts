import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BusyAccounts } from './busy-accounts.ts'

test('where one finds nothing, those who had asked before do not look, those who ask afterwards do', async () => {
  const busy = new BusyAccounts()
  const waiting = ['a', 'b']
  let looks = 0
  const ask = () =>
    busy.inTurn(async () => {
      looks++
      return waiting.shift()
    })
  assert.deepEqual(await Promise.all([ask(), ask(), ask(), ask(), ask()]), ['a', 'b', undefined, undefined, undefined])
  assert.equal(looks, 3)
  waiting.push('c')
  assert.equal(await ask(), 'c')
  assert.equal(looks, 4)
})

test('who asks while another looks in vain looks too', async () => {
  const busy = new BusyAccounts()
  const started = Promise.withResolvers<void>()
  const found = Promise.withResolvers<undefined>()
  const first = busy.inTurn(() => {
    started.resolve()
    return found.promise
  })
  await started.promise
  const second = busy.inTurn(async () => 'new')
  found.resolve(undefined)
  assert.deepEqual([await first, await second], [undefined, 'new'])
})

test('a look that fails answers for nobody else', async () => {
  const busy = new BusyAccounts()
  const first = busy.inTurn(() => Promise.reject(new Error('away')))
  const second = busy.inTurn(async () => 'found')
  await assert.rejects(first, /away/)
  assert.equal(await second, 'found')
})
