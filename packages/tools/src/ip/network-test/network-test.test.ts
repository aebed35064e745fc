import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { SITES } from './sites.ts'
import networkTest from './tool.ts'

type Output = { sites: { id: string; state: string; status: number | null; reason: string | null }[]; family: number | null }

const run = async (input: object, report: (url: string) => Promise<unknown>) =>
  (await answerTool(
    networkTest,
    input,
    createTestHost({ probe: { http: { report } }, ip: { self: '2001:db8::7' } } as unknown as Partial<Host>),
  )) as Output

test('a site that answers in any way is reached, one that does not says why', async () => {
  const { sites, family } = await run({ region: 'china' }, async (url) => {
    if (url.includes('baidu')) throw new AppError('timed_out', { limit: 4000 })
    return { status: 404, totalMs: 12 }
  })
  assert.equal(family, 6)
  assert.equal(sites.length, SITES.filter(({ region }) => region === 'china').length)
  const { state, reason } = sites.find(({ id }) => id === 'baidu')!
  assert.equal(state, 'failed')
  assert.ok(reason)
  assert.deepEqual(
    sites.filter(({ id }) => id !== 'baidu').map(({ state, status }) => `${state} ${status}`),
    Array.from({ length: sites.length - 1 }, () => 'reached 404'),
  )
})

test('an own site comes first, an address in brackets', async () => {
  const asked: string[] = []
  const { sites } = await run({ region: 'world', site: '2001:DB8::1' }, async (url) => {
    asked.push(url)
    return { status: 200, totalMs: 1 }
  })
  assert.equal(sites[0]?.id, 'own')
  assert.equal(asked[0], 'https://[2001:db8::1]/')
})

test('ids of the list are unique, and each host comes once', () => {
  assert.equal(new Set(SITES.map(({ id }) => id)).size, SITES.length)
  assert.equal(new Set(SITES.map(({ url }) => new URL(url).host)).size, SITES.length)
})
