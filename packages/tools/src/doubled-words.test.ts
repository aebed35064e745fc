import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError, toErrorMessage } from '@octet/core/errors.ts'
import { findTool } from './registry.ts'
import { answerTool } from './run.ts'
import { createTestHost } from './testing/host.ts'

for (const [id, input] of [
  ['html-entities', { text: '&amp', direction: 'decode', strict: true }],
  ['url', { text: '%zz', action: 'decode', strict: true }],
  ['aes', { text: 'hello', key: '0123456789abcdef', mode: 'ecb', padding: 'none' }],
  ['jwt', { text: 'WzFd.WzFd.x' }],
  ['base', { text: '1+' }],
] as const)
  test(`${id} says 应为 once`, async () => {
    const tool = await findTool(id)
    assert.ok(tool)
    await assert.rejects(answerTool(tool, input, createTestHost()), (error) => {
      assert.ok(isAppError(error))
      const told = toErrorMessage(error, 'zh')
      assert.equal(told.match(/应/g)?.length, 1, told)
      return true
    })
  })
