import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CsvKernels } from './csv-kernels.ts'
import { openDatabase } from './open.ts'
import { makeFolder, writeSmallDatabase } from './testing/small-database.ts'

const ROWS = { v4: [0, 1 << 8, 2 << 8, 10 << 24, 11 << 24], v6: [0n] }

test('a kernel that is used again starts anew, and one of another language or database is not taken', async () => {
  await using folder = await makeFolder()
  await writeSmallDatabase(folder.path, ROWS)
  const [first, second] = [await openDatabase(folder.path), await openDatabase(folder.path)]
  const kernels = new CsvKernels()
  const kernel = kernels.take(first, 'en')
  const answer = (one: typeof kernel) => Buffer.concat([one.push(Buffer.from('0.0.1.1\n0.0.')).slice(), one.finish()]).toString()
  const expected = answer(kernel)
  kernel.push(Buffer.from('10.'))
  kernels.giveBack(kernel)
  assert.notEqual(kernels.take(first, 'zh'), kernel)
  const again = kernels.take(first, 'en')
  assert.equal(again, kernel)
  assert.equal(answer(again), expected, 'half a line of the stream before is forgotten')
  assert.notEqual(kernels.take(first, 'en'), kernel, 'it is taken by one at a time')
  kernels.giveBack(again)
  assert.notEqual(kernels.take(second, 'en'), kernel)
  kernels.giveBack(again)
  assert.notEqual(kernels.take(second, 'en'), kernel, 'a kernel of an old database is not kept')
})
