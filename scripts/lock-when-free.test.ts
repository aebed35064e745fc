import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { lockWhenFree } from './lock-when-free.ts'

test('who builds in a folder where another builds already waits for it and says so once', async (context) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'octet-lock-'))
  const say = context.mock.method(console, 'log', () => undefined)
  const first = await lockWhenFree(folder.path)
  const order: string[] = []
  const second = lockWhenFree(folder.path).then((lock) => (order.push('second'), lock))
  await new Promise((resolve) => setTimeout(resolve, 1200))
  order.push('first ends')
  await first[Symbol.asyncDispose]()
  await using _second = await second
  assert.deepEqual(order, ['first ends', 'second'])
  assert.equal(say.mock.callCount(), 1)
  assert.match(String(say.mock.calls[0]?.arguments[0]), /^Waiting: process \d+ is already building in /)
})
