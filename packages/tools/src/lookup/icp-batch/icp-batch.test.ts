import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import type { IcpResult } from '@octet/core/probe/icp.ts'
import { answerTool, toToolCost } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

const RESULT: IcpResult = {
  domain: '',
  outcome: 'found',
  filings: [
    {
      kind: 'icp',
      number: '京ICP备12345678号-1',
      province: { en: 'Beijing', zh: '北京' },
      link: 'https://beian.miit.gov.cn/',
      isLinkRight: true,
      pages: [],
    },
    { kind: 'police', number: '京公网安备11010802020134号', province: null, link: null, isLinkRight: false, pages: [] },
  ],
  pages: [{ url: 'https://example.cn/', finalUrl: null, status: 200, title: '站点', found: 2, problem: null }],
  record: null,
  officialUrl: '',
  notes: [],
  askedAt: '2026-01-02T03:04:05.000Z',
  isComplete: true,
}

const icp = {
  async *find(domain: string): AsyncGenerator<IcpResult> {
    if (domain === 'bad.local') throw new AppError('refused_target', { got: domain, reason: 'local' })
    if (domain === 'gone.cn') {
      const [page] = RESULT.pages
      const pages = [{ ...page!, status: null, title: null, problem: { en: 'no answer', zh: '无应答' } }]
      return yield { ...RESULT, domain, outcome: 'not-reached', filings: [], pages }
    }
    if (domain === 'wall.cn') {
      const notes = [{ en: 'answers HTTP 412', zh: '返回 HTTP 412' }]
      return yield { ...RESULT, domain, outcome: 'not-reached', filings: [], notes }
    }
    yield { ...RESULT, domain, filings: [], isComplete: false }
    yield { ...RESULT, domain }
  },
}
const host = createTestHost({ probe: { icp } } as unknown as Partial<Host>)

test('a row for each site, with its numbers by kind; who fails hides no other', async () => {
  const { rows, csv, isComplete } = (await answerTool(tool, { names: 'example.cn\ngone.cn\nwall.cn\nbad.local' }, host)) as {
    rows: Record<string, unknown>[]
    csv: string
    isComplete: boolean
  }
  assert.deepEqual(rows[0], {
    domain: 'example.cn',
    outcome: 'found',
    icp: '京ICP备12345678号-1',
    police: '京公网安备11010802020134号',
    telecom: null,
    province: 'Beijing',
    isLinkRight: false,
    title: '站点',
    askedAt: '2026-01-02T03:04:05.000Z',
    error: null,
  })
  assert.deepEqual(
    rows.slice(1).map(({ outcome, error }) => [outcome, error]),
    [
      ['not-reached', 'no answer'],
      ['not-reached', 'answers HTTP 412'],
      ['failed', 'This service does not contact “bad.local”: local'],
    ],
  )
  assert.equal(isComplete, true)
  assert.deepEqual(
    csv.split('\r\n')[1],
    'example.cn,found,京ICP备12345678号-1,京公网安备11010802020134号,,Beijing,false,站点,2026-01-02T03:04:05.000Z,',
  )
})

test('each site costs what it costs alone', () => assert.equal(toToolCost(tool, { names: 'a.cn b.cn\na.cn' }), 6))
