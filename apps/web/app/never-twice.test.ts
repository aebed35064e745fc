import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neverTwice } from './never-twice.ts'

test('what is asked for while it is under way is done once, and again when that has ended', async () => {
  const asked: PromiseWithResolvers<number>[] = []
  const ask = neverTwice(() => {
    asked.push(Promise.withResolvers())
    return asked.at(-1)!.promise
  })
  const both = [ask(), ask()]
  assert.equal(asked.length, 1)
  asked[0]!.resolve(7)
  assert.deepEqual(await Promise.all(both), [7, 7])
  const failing = ask()
  assert.equal(asked.length, 2)
  asked[1]!.reject(new Error('away'))
  await assert.rejects(failing, /away/)
  void ask()
  assert.equal(asked.length, 3)
})
