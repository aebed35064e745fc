import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Host } from '@octet/core/host.ts'
import type { FetchedRobots } from '@octet/core/probe/page.ts'
import { answerTool, toToolCost } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { readAgents } from './read-agents.ts'
import { readPaths } from './read-paths.ts'
import tool from './tool.ts'

type Answer = {
  text: string
  rows: { agent: string; url: string; verdict: string; why: string; group: string; beaten: string }[]
  remarks?: { line: number; remark: string }[]
  sitemaps?: string[]
  notes: string[]
  url?: string
  status?: number
  file?: string
}

const FOUND: FetchedRobots = { url: 'https://example.com/robots.txt', status: 200, text: '', isCut: false, problem: null }

/** Runs the tool; what is fetched is `fetched`, and nothing may be where it is not given. */
async function run(input: object, { fetched, ...host }: Partial<Host> & { fetched?: Partial<FetchedRobots> } = {}) {
  const asked: string[] = []
  const robots = async (url: string): Promise<FetchedRobots> => {
    asked.push(url)
    assert.ok(fetched, 'nothing is fetched for a pasted text')
    return { ...FOUND, ...fetched }
  }
  const probe = { page: { robots } } as unknown as Host<'probe'>['probe']
  const answer = (await answerTool(tool, input, createTestHost({ probe, ...host } as Partial<Host>))) as Answer
  return { ...answer, asked }
}

const verdicts = async (input: object, more?: Parameters<typeof run>[1]) =>
  (await run(input, more)).rows.map(({ verdict }) => verdict).join(' ')

for (const { name, input, output } of tool.examples)
  if (output) test(`example: ${name.en}`, async () => assert.deepEqual(await answerTool(tool, input, createTestHost()), output))

test('the file of the first URL decides, for its scheme, host and port alone', async () => {
  const { asked, rows, url, status, file } = await run(
    { urls: 'https://example.com/a\nhttps://example.com:8443/a\nhttp://example.com/a\nEXAMPLE.com/a\n/a', agents: 'x' },
    { fetched: { text: 'User-agent: *\nDisallow: /a' } },
  )
  assert.deepEqual(asked, ['https://example.com'])
  assert.equal(rows.map(({ verdict }) => verdict).join(' '), 'disallowed elsewhere elsewhere disallowed disallowed')
  assert.deepEqual([url, status, file], ['https://example.com/robots.txt', 200, 'User-agent: *\nDisallow: /a'])
})

test('a site without a file forbids nothing, one that fails or cannot be reached everything but the file', async () => {
  const input = { urls: 'https://example.com/a\n/robots.txt', agents: 'x' }
  assert.equal(await verdicts(input, { fetched: { status: 404, text: null } }), 'allowed allowed')
  assert.equal(await verdicts(input, { fetched: { status: 503, text: null } }), 'disallowed allowed')
  const problem = { en: 'no answer in time', zh: '超时' }
  assert.equal(await verdicts(input, { fetched: { status: null, text: null, problem } }), 'disallowed allowed')
  const { rows } = await run(input, { fetched: { status: null, text: null, problem }, lang: 'zh' })
  assert.equal(rows[0]!.why, '无法访问 robots.txt，视为全部禁止：超时')
  const { notes } = await run(input, { fetched: { status: 429, text: null } })
  assert.match(notes.join(), /429/)
})

test('a page in place of a file has no rules and no remarks', async () => {
  const { rows, remarks, notes } = await run(
    { urls: 'https://example.com/', agents: 'x' },
    { fetched: { text: '<!doctype html>\nDisallow: /' } },
  )
  assert.deepEqual([rows[0]!.verdict, remarks, notes.length], ['allowed', undefined, 1])
})

test('crawlers read groups as their owners say', async () => {
  const robots = 'User-agent: Googlebot\nDisallow: /g\n\nUser-agent: Yandex\nDisallow: /y\n\nUser-agent: *\nDisallow: /'
  for (const [agent, expected] of [
    ['Googlebot-Image', 'disallowed allowed allowed'],
    ['Applebot', 'disallowed allowed allowed'],
    ['YandexBot', 'allowed disallowed allowed'],
    ['AdsBot-Google', 'allowed allowed allowed'],
    ['other', 'disallowed disallowed disallowed'],
  ] as const)
    assert.equal(await verdicts({ urls: '/g\n/y\n/z', agents: agent, robots }), expected, agent)
  const own = `${robots}\n\nUser-agent: Googlebot-Image\nDisallow: /i`
  assert.equal(await verdicts({ urls: '/g\n/i', agents: 'googlebot-image', robots: own }), 'allowed disallowed')
})

test('what stands beyond 500 KiB does not count', async () => {
  const filler = `# ${'x'.repeat(1022)}\n`.repeat(500)
  const { rows, notes } = await run({ urls: '/a', robots: `User-agent: *\n${filler}Disallow: /a`, agents: 'x' })
  assert.deepEqual([rows[0]!.verdict, notes.length], ['allowed', 1])
})

test('delays that are asked for are told', async () => {
  const { notes } = await run({ urls: '/', agents: 'a, b', robots: 'User-agent: a\nCrawl-delay: 10\nDisallow:' })
  assert.deepEqual(notes, [
    'Crawl-delay asks a to wait 10 s between fetches; it is not in RFC 9309, and Googlebot passes it over',
  ])
})

test('misspelt fields are told', async () => {
  const robots = 'User-agent: *\nDissallow: /\nDisalow: /\nSite-map: x\nNoindex: /a\nFoo: 1'
  const { remarks } = await run({ urls: '/', robots })
  assert.deepEqual(
    remarks?.map(({ line, remark }) => `${line} ${remark}`),
    [
      '2 “Dissallow” is passed over by many crawlers; write Disallow',
      '3 “Disalow” is passed over by many crawlers; write Disallow',
      '4 “Site-map” is passed over by many crawlers; write Sitemap',
      '5 “Noindex” is not in RFC 9309; only some crawlers read it, or none any more',
      '6 “Foo” is a field that crawlers do not know',
    ],
  )
})

for (const [text, tokens] of [
  ['Googlebot', 'Googlebot'],
  ['Googlebot, bingbot\nGOOGLEBOT;Sogou web spider', 'GOOGLEBOT|bingbot|Sogou web spider'],
  ['Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)', 'Baiduspider'],
  ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)', 'GPTBot'],
  ['Mozilla/5.0 (Linux; Android 6.0.1) AppleWebKit/537.36 (KHTML, like Gecko) Applebot/0.1', 'Applebot'],
  ['curl/8.0', 'curl'],
  ['爬虫、x', '爬虫|x'],
] as const)
  test(`crawlers of ${text.slice(0, 50)}`, () => assert.equal(readAgents(text).join('|'), tokens))

test('no crawler, too many of them, and what is no URL are refused', async () => {
  assert.throws(() => readAgents(' ,\n'), { key: 'bad_input' })
  assert.throws(() => readAgents(Array.from({ length: 21 }, (_, index) => `a${index}`).join()), { key: 'too_large' })
  assert.throws(
    () => readPaths('/a\n\nftp://example.com/'),
    (error: { details?: { line?: number } }) => error.details?.line === 3,
  )
  assert.throws(() => readPaths('some words'), { key: 'bad_input' })
  assert.throws(() => readPaths('/\n'.repeat(201)), { key: 'too_large' })
  assert.throws(() => readPaths(`/${'a'.repeat(2048)}`), { key: 'too_large' })
  await assert.rejects(run({ urls: '/a' }), { key: 'bad_input' })
})

test('paths are those that crawlers ask for', () => {
  assert.deepEqual(
    readPaths('/a b?q=中#c\n//example.org/x/../y\nhttp://[2001:db8::1]:8080').map(({ path, origin }) => [path, origin]),
    [
      ['/a%20b?q=%E4%B8%AD', undefined],
      ['/y', 'https://example.org'],
      ['/', 'http://[2001:db8::1]:8080'],
    ],
  )
})

test('a pasted text costs less than a fetched one', () => {
  assert.equal(toToolCost(tool, { urls: '/', robots: 'User-agent: *' }), 1)
  assert.equal(toToolCost(tool, { urls: 'https://example.com/' }), 2)
})

test('many rules and many pages are judged, and the work can be cancelled', async () => {
  const rules = Array.from({ length: 5_000 }, (_, index) => `Disallow: /a${index}*b*c*d$`).join('\n')
  const urls = Array.from({ length: 200 }, (_, index) => `/${'ab'.repeat(50)}${index}`).join('\n')
  const input = { urls, robots: `User-agent: *\n${rules}`, agents: 'x' }
  assert.equal((await run(input)).rows.length, 200)
  await assert.rejects(run(input, { signal: AbortSignal.abort() }), { key: 'cancelled' })
})
