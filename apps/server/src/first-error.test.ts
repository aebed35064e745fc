import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFirstError } from './first-error.ts'

test('the first of several errors is the one that is told', async () => {
  const first = new Error('the cause')
  const begin = async () => {
    await using _outer = { [Symbol.asyncDispose]: () => Promise.reject(new Error('third')) }
    await using _inner = { [Symbol.asyncDispose]: () => Promise.reject(new Error('second')) }
    throw first
  }
  await assert.rejects(begin, (error) => error instanceof SuppressedError && toFirstError(error) === first)
  assert.equal(toFirstError(first), first)
})
