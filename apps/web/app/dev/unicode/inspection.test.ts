import assert from 'node:assert/strict'
import { test } from 'node:test'
import tool from '@octet/tools/code/unicode/tool.ts'
import { answerTool } from '@octet/tools/run.ts'
import { createTestHost } from '@octet/tools/testing/host.ts'
import { toCells, type Inspection } from './inspection.ts'

const look = async (text: string) => {
  const answer = (await answerTool(tool, { text, action: 'inspect' }, createTestHost())) as Inspection
  return { answer, cells: toCells(answer.characters, answer.findings) }
}

test('what cannot be seen is not drawn as itself', async () => {
  const { cells } = await look('a \u200be\u0301中')
  assert.deepEqual(
    cells.map(({ point, isShown }) => [point, isShown]),
    [
      ['U+0061', true],
      ['U+0020', false],
      ['U+200B', false],
      ['U+0065', true],
      ['U+0301', false],
      ['U+4E2D', true],
    ],
  )
})

test('findings stand at their character, also behind one of two units', async () => {
  const { cells } = await look('😀\u200b')
  assert.deepEqual(
    cells.map(({ finding }) => finding?.point),
    [undefined, 'U+200B'],
  )
})

test('a text is there in every notation that can write it', async () => {
  const { answer } = await look('中')
  const written = new Map(answer.writings?.map(({ notation, text }) => [notation, text]))
  assert.equal(written.get('gb18030'), 'D6 D0')
  assert.equal(written.get('css'), String.raw`\4E2D `)
  const { answer: emoji } = await look('😀')
  assert.ok(!emoji.writings?.some(({ notation }) => notation === 'big5'))
})
