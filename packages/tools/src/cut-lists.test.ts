import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTool } from './registry.ts'
import { answerTool } from './run.ts'
import { createTestHost } from './testing/host.ts'

const repeat = (count: number, write: (index: number) => string) => Array.from({ length: count }, (_, index) => write(index))

/** A tool with an input whose list is longer than what is shown of it, and how many entries are left out. */
const LONG: readonly [id: string, input: object, more: number][] = [
  ['group', { text: repeat(1200, String).join('\n') }, 200],
  ['group', { text: 'a\nb\nc', limit: 2 }, 1],
  ['ip-range', { text: repeat(2003, (index) => `10.${index >> 8}.${index & 255}.0/25`).join('\n') }, 3],
  ['pinyin', { text: '中'.repeat(507), readings: true }, 7],
  ['pinyin', { text: `中${'x'.repeat(2000)}文`, readings: true }, 1],
  ['json', { text: `[${repeat(10_004, String).join()}]`, action: 'path', path: '$[*]' }, 4],
  ['json', { text: `[${repeat(1005, String).join()}]`, action: 'validate', against: '{"items":{"type":"string"}}' }, 5],
  ['xml', { text: `<a>${'<b/>'.repeat(10_006)}</a>`, action: 'xpath', xpath: '//b' }, 6],
]

for (const [id, input, more] of LONG)
  test(`${id} says that it leaves ${more} out: ${JSON.stringify(input).slice(0, 40)}`, async () => {
    const answer = (await answerTool((await findTool(id))!, input, createTestHost())) as { more?: number }
    assert.equal(answer.more, more)
  })

test('a list that is whole says nothing of more', async () => {
  const answer = await answerTool((await findTool('group'))!, { text: 'a\nb', limit: 2 }, createTestHost())
  assert.equal(Object.hasOwn(answer as object, 'more'), false)
})
