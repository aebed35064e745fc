import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

for (const text of ['#a > .b', '#a > .b {}', ' #a > .b { color: red }\n'])
  test(`${JSON.stringify(text)} has one selector`, async () => {
    const answer = await answerTool(tool, { text, action: 'specificity' }, createTestHost())
    assert.deepEqual((answer as { selectors: unknown }).selectors, [{ specificity: '1,1,0', selector: '#a > .b', line: 1 }])
  })

test('what Autoprefixer would take long for is refused, and what is near it is not', async () => {
  const prefix = (text: string) => answerTool(tool, { text, action: 'prefix' }, createTestHost()) as Promise<{ text: string }>
  await assert.rejects(prefix(`a{${'mask:none;'.repeat(10_001)}}`), /properties in one rule is too large: at most 10,?000/)
  await assert.rejects(prefix(`a{transition:${'color 1s,'.repeat(10_000)}top 1s}`), /parts of a transition is too large/)
  assert.match((await prefix(`a{${'color:red;'.repeat(9_999)}user-select:none}`)).text, /-webkit-user-select: none;/)
})

test('properties that every object of JavaScript has are kept where prefixes are added', async () => {
  const text = 'a{constructor:1;-webkit-toString:2;user-select:none}'
  const { text: prefixed } = (await answerTool(tool, { text, action: 'prefix' }, createTestHost())) as { text: string }
  assert.match(prefixed, /\n {2}constructor: 1;\n {2}-webkit-toString: 2;\n {2}-webkit-user-select: none;/)
})

for (const language of ['css', 'less', 'scss'])
  test(`nothing is nothing in ${language}, too`, async () => {
    const answer = await answerTool(tool, { text: ' \n', language }, createTestHost())
    assert.equal((answer as { text: string }).text, '')
  })
