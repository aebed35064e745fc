import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeFolder } from '@octet/data/testing/folder.ts'
import { writeState } from '@octet/data/source-state.ts'
import { writeLastUpdate } from '@octet/data/update-report.ts'
import { startProduct } from '../../testing/start.ts'
import { join } from 'node:path'

test('a source that failed says why, and the last update how it went', async () => {
  await using folder = await makeFolder()
  const at = '2026-11-21T03:40:00.000Z'
  await writeState(join(folder.path, 'sources', 'tor-exits'), {
    checkedAt: at,
    fetchedAt: null,
    date: null,
    rows: 0,
    files: [],
    lastError: { at, reason: 'expected HTTP status 200, got 503' },
  })
  const sources = [{ id: 'tor-exits', outcome: 'unreachable' as const, reason: 'got 503', rows: 0 }]
  await writeLastUpdate(folder.path, { startedAt: at, endedAt: at, sources, build: null, error: null })
  await using product = await startProduct({ withoutData: true, env: { OCTET_VAR: folder.path } })
  const { data } = (await product.app.inject('/v1/data/sources')).json<{
    data: { last_update: Record<string, unknown>; sources: { id: string; cadence: string | null; last_error: object | null }[] }
  }>()
  assert.deepEqual([data.last_update['unreachable'], data.last_update['updated'], data.last_update['build']], [1, 0, null])
  const tor = data.sources.find(({ id }) => id === 'tor-exits')
  assert.deepEqual(tor?.last_error, { at, reason: 'expected HTTP status 200, got 503' })
  assert.ok(data.sources.length > 20)
})
