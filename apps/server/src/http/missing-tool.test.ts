import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toErrorResolution } from '@octet/core/errors.ts'
import { loadTools } from '@octet/tools/registry.ts'
import { findMissingTool } from './missing-tool.ts'

const tools = await loadTools()
const rows = [
  ['/v1/tools/md5', 'Use one of: /v1/tools/hash, /v1/tools/hash-identify.'],
  ['/v1/tools/timestamp', 'Use one of: /v1/tools/time.'],
  ['/v1/tools/jsn', 'Use one of: /v1/tools/json, /v1/tools/json-diff, /v1/tools/javascript.'],
  ['/v1/tools/qzqzqz', 'Use one of: those listed at /v1/tools.'],
] as const
for (const [path, words] of rows)
  test(`${path} is answered with “${words}”`, async () => {
    const error = await findMissingTool(path, tools)
    assert.equal(error?.key, 'no_such_tool')
    assert.equal(toErrorResolution(error, 'en'), words)
  })

test('other paths ask for no tool', async () => {
  for (const path of ['/v1/nope', '/v1/tools', '/v1/tools/a/b', '/v1/tools/'])
    assert.equal(await findMissingTool(path, tools), undefined)
})
