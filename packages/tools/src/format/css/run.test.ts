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
