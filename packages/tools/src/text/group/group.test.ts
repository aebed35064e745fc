import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { addTo, toTotalValue, ZERO } from './total.ts'
import tool from './tool.ts'

const ask = async (text: string, input: object) =>
  ((await answerTool(tool, { text, ...input }, createTestHost())) as { text: string }).text

for (const [values, total] of [
  [[0.1, 0.2], 0.3],
  [['0.10', '-.1'], 0],
  [['-0.5', '0.2'], -0.3],
  [['12345678901234567890', 1], '12345678901234567891'],
  [['1e3', '2.50E-3'], 1000.0025],
  [['0x10', ' 1. '], 17],
  [[1e21, 1], '1000000000000000000001'],
] as const)
  test(`${values.join(' + ')} = ${total}`, () => {
    assert.deepEqual(toTotalValue(values.reduce<typeof ZERO>((sum, value) => addTo(sum, value), ZERO)), total)
  })

test('cents are summed without dust', async () => {
  assert.equal(await ask('a,n\nx,0.1\nx,0.2\nx,', { by: 'a', sum: 'n' }), 'a,count,sum\nx,3,0.3')
  await assert.rejects(ask('a,n\nx,none', { by: 'a', sum: 'n' }), { key: 'bad_input' })
})

test('amounts are summed as spreadsheets write them', async () => {
  assert.equal(await ask('a,n\nx,"1,234.50"\nx,¥2\nx,-$0.50\nx,€-1', { by: 'a', sum: 'n' }), 'a,count,sum\nx,4,1235')
  assert.equal(await ask('a,n\nx,3元\nx,"1,200.5 元"\nx,2 €\nx,-1 USD', { by: 'a', sum: 'n' }), 'a,count,sum\nx,4,1204.5')
  for (const none of ['1,23', '1,2345', '--$1', '¥', '1,234,5'])
    await assert.rejects(ask(`a;n\nx;${none}`, { by: 'a', sum: 'n' }), { key: 'bad_input' }, none)
})

test('long ids of JSON are not taken for one another', async () => {
  const ids = ['12345678901234567890', '12345678901234567891']
  const csv = `id,count\n${ids[0]},1\n${ids[1]},1`
  assert.equal(await ask(`[{"id":${ids[0]}},{"id":${ids[1]}}]`, { by: 'id' }), csv)
  assert.equal(await ask(`{"id":${ids[0]}}\n{"id":${ids[1]}}`, { by: 'id' }), csv)
  assert.equal(await ask('[{"id":1.0000000000000000},{"id":1}]', { by: 'id' }), 'id,count\n1,2')
})

test('a column that a CSV does not have is told with those it has', async () => {
  await assert.rejects(ask('city;n\nBonn;1', { by: 'town' }), /one of the columns city, n, got town/)
  await assert.rejects(ask('city;n\nBonn;1', { by: 'city', sum: 'm' }), { key: 'bad_input' })
  assert.equal(await ask('[{"a":1}]', { by: 'b.c' }), 'b.c,count\n,1') // a field that JSON may leave out
})

test('values of too many levels are refused', async () => {
  const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  await assert.rejects(ask(nest(100_000), {}), { key: 'too_large' })
  await assert.rejects(ask(`{"a":${nest(100_000)}}`, { by: 'a' }), { key: 'too_large' })
  assert.equal(await ask(nest(3), {}), 'value,count\n[[]],1')
})
