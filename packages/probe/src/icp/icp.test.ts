import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import type { IcpResult } from '@octet/core/probe/icp.ts'
import { createGuard } from '../guard/guard.ts'
import { createFetcher } from '../http/fetch.ts'
import { decodeHtml, readHtml } from '../http/html-text.ts'
import { createIcpProbe } from './icp-probe.ts'
import { parseFilings } from './parse-filings.ts'

/** Footer as sites write it → numbers found. */
const FOOTERS: readonly [string, readonly string[]][] = [
  ['<a href="https://beian.miit.gov.cn/">京ICP备12345678号-1</a>', ['京ICP备12345678号-1']],
  ['粤ＩＣＰ备０５０６８８６４号', ['粤ICP备05068864号']],
  ['沪 ICP 备 09012345 号 - 3', ['沪ICP备09012345号-3']],
  ['京ICP证030173号', ['京ICP证030173号']],
  ['浙ICP备12345678号-3A 版权所有', ['浙ICP备12345678号-3A']],
  ['浙公网安备 33010002000001号', ['浙公网安备33010002000001号']],
  ['增值电信业务经营许可证：粤B2-20090059 深公网安', ['粤B2-20090059']],
  ['经营许可证编号：合字B1.B2-20080027', ['合字B1.B2-20080027']],
  ['&#20140;ICP&#22791;12345678&nbsp;号', ['京ICP备12345678号']],
  ['京icp备12345678号', ['京ICP备12345678号']],
  ['粤ICP备案12345678号-2', ['粤ICP备12345678号-2']],
  ['粵ICP備12345678號-1 | 滬ICP證20201234號', ['粤ICP备12345678号-1', '沪ICP证20201234号']],
  ['<script>"京ICP备12345678号"</script><!-- 京ICP备12345679号 -->', []],
  ['ICP备案 电话 12345678', []],
  ['京ICP备<span>12345678</span>号', ['京ICP备12345678号']],
]
for (const [html, numbers] of FOOTERS)
  test(`${html.slice(0, 40)} → ${numbers.join(' ')}`, () =>
    assert.deepEqual(
      parseFilings(readHtml(html)).map(({ number }) => number),
      numbers,
    ))

test('province and link of a number', () => {
  const page = readHtml(
    '<a target=_blank href="http://www.miit.gov.cn">川ICP备10203040号-2</a> <a href=\'https://beian.mps.gov.cn/#/query?code=51\'><img src=x>川公网安备51010402000001号</a>',
  )
  assert.deepEqual(
    parseFilings(page).map(({ kind, province, link, isLinkRight }) => [kind, province?.zh, link, isLinkRight]),
    [
      ['icp', '四川', 'http://www.miit.gov.cn', false],
      ['police', '四川', 'https://beian.mps.gov.cn/#/query?code=51', true],
    ],
  )
})

test('a link that only looks like the authority is wrong', () => {
  const [filing] = parseFilings(readHtml('<a href="https://beian.miit.gov.cn.evil.example/">京ICP备12345678号</a>'))
  assert.equal(filing!.isLinkRight, false)
})

test('GB18030 is read by header, by meta and by guess', () => {
  const bytes = Buffer.concat([
    Buffer.from('<meta charset=gb2312>'),
    Buffer.from('bea9', 'hex'),
    Buffer.from('ICP'),
    Buffer.from('b1b8', 'hex'),
    Buffer.from('12345678'),
  ])
  assert.match(decodeHtml(bytes, undefined), /京ICP备12345678/)
  assert.match(decodeHtml(bytes.subarray(21), 'text/html; charset=GBK'), /京ICP备12345678/)
  assert.match(decodeHtml(bytes.subarray(21), undefined), /京ICP备12345678/)
})

const HOSTILE: readonly [string, string][] = [
  ['open links', '<a href=x>'.repeat(200_000)],
  ['open comments', '<!--'.repeat(400_000)],
  ['open scripts', '<script>'.repeat(200_000)],
  ['open tags', '<'.repeat(1_500_000)],
  ['half numbers', '京 ICP 备 '.repeat(150_000)],
  ['blanks', `京${' '.repeat(1_500_000)}ICP`],
]
for (const [title, html] of HOSTILE)
  test(`a page of ${title} does not run away`, () => {
    const started = performance.now()
    assert.deepEqual(parseFilings(readHtml(html)), [])
    assert.ok(performance.now() - started < 60_000, `${performance.now() - started} ms`)
  })

type Handle = (host: string) => { status?: number; body: string }

async function find(handle: Handle): Promise<IcpResult> {
  await using site = await serveSite(handle)
  return await site.find()
}

/** The front pages of example.cn as the test says, and a look at them. */
async function serveSite(handle: Handle) {
  const server = createServer((request, response) => {
    const { status = 200, body } = handle(String(request.headers.host))
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const guard = createGuard({ allowTargets: ['127.0.0.1/32'], resolver: async () => ['127.0.0.1'] })
  const { port } = server.address() as { port: number }
  // the pages of the tests lie on another port than 80
  const fetcher = createFetcher({ guard, extraPorts: [port] })
  const moved = {
    ...fetcher,
    fetch: (url: string, options = {}) => fetcher.fetch(url.replace(/^https?:\/\/([^/]+)\//, `http://$1:${port}/`), options),
  }
  let now = new Date('2026-01-01T00:00:00Z')
  const probe = createIcpProbe({ guard, fetcher: moved, now: () => now })
  return {
    setNow: (text: string) => void (now = new Date(text)),
    async find(options: { isFresh?: boolean } = {}): Promise<IcpResult> {
      let last: IcpResult | undefined
      for await (last of probe.find('example.cn', options));
      return last!
    },
    [Symbol.asyncDispose]: async () => void (server.closeAllConnections(), server.close()),
  }
}

test('the four front pages are read and their numbers joined', async () => {
  const result = await find((host) => ({ body: `<title>站点</title>${host.startsWith('www.') ? '京ICP备12345678号-1' : ''}` }))
  assert.deepEqual(
    [result.outcome, result.pages.length, result.filings[0]!.pages.length, result.pages[0]!.title, result.isComplete],
    ['found', 4, 2, '站点', true],
  )
})

test('no number on the page is not “not filed”', async () => {
  const { outcome, notes } = await find(() => ({ body: 'hello' }))
  assert.equal(outcome, 'not-on-page')
  assert.match(notes[0]!.zh, /不代表网站未备案/)
})

test('a site that answers with errors alone has shown no page', async () => {
  const { outcome, notes } = await find(() => ({ status: 412, body: '<script>challenge()</script>' }))
  assert.equal(outcome, 'not-reached')
  assert.match(notes[0]!.en, /answers HTTP 412/)
  const named = await find(() => ({ status: 404, body: '京ICP备12345678号' }))
  assert.deepEqual([named.outcome, named.notes], ['found', []])
  const half = await find((host) => ({ status: host.startsWith('www.') ? 200 : 403, body: 'hello' }))
  assert.equal(half.outcome, 'not-on-page')
})

test('what the pages said is kept with its date, and read again when told to', async (t) => {
  let passedMs = 0
  const read = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => read() + passedMs)
  let reads = 0
  await using site = await serveSite(() => (reads++, { body: '京ICP备12345678号' }))
  assert.deepEqual([(await site.find()).askedAt, reads], ['2026-01-01T00:00:00.000Z', 4])
  site.setNow('2026-01-01T05:00:00Z')
  passedMs = 5 * 3_600_000
  assert.deepEqual([(await site.find()).askedAt, reads], ['2026-01-01T00:00:00.000Z', 4])
  assert.deepEqual([(await site.find({ isFresh: true })).askedAt, reads], ['2026-01-01T05:00:00.000Z', 8])
  await site.find({ isFresh: true })
  assert.equal(reads, 8, 'a minute is fresh enough')
})

test('a site that is not there is not reached', async () => {
  const guard = createGuard({ resolver: async () => [] })
  let last: IcpResult | undefined
  for await (last of createIcpProbe({ guard, fetcher: createFetcher({ guard }) }).find('example.cn'));
  assert.equal(last!.outcome, 'not-reached')
  assert.ok(last!.pages.every(({ problem }) => problem))
})
