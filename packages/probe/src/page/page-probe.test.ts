import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createGuard } from '../guard/guard.ts'
import { createFetcher } from '../http/fetch.ts'
import { createPageProbe } from './page-probe.ts'

const guard = createGuard({ allowTargets: ['127.0.0.1/32'], resolver: async () => ['127.0.0.1'] })
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAABLAAAAJ2CAIAAADAKc3VAAAA', 'base64')

type Files = Readonly<Record<string, { readonly body: string | Buffer; readonly type?: string; readonly status?: number }>>

/** The report on a page of a server that has some files; `{origin}` in one stands for its address. */
async function report(files: Files, { path = '/', onRequest }: { path?: string; onRequest?: RequestListener } = {}) {
  let origin = ''
  const server = createServer((request, response) => {
    onRequest?.(request, response)
    if (response.writableEnded) return
    const { body = 'no such file', type = 'text/html', status = 200 } = files[request.url!] ?? { status: 404 }
    response
      .writeHead(status, { 'content-type': type })
      .end(typeof body === 'string' ? body.replaceAll('{origin}', origin) : body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  try {
    const probe = createPageProbe({ fetcher: createFetcher({ guard, extraPorts: [port] }) })
    const made = await probe.report(origin + path, { withPictures: true })
    return { ...made, origin, by: Object.fromEntries(made.checks.map(({ id, verdict, text }) => [id, `${verdict}: ${text.en}`])) }
  } finally {
    server.close()
  }
}

const WHOLE = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><base href="/deep/">
<title>  首页
 &amp; more</title><meta name="viewport" content="width=device-width"><meta name="description" content="What it is.">
<meta property="og:title" content="Shared title"><meta property="og:type" content="website"><meta property="og:url" content="{origin}/">
<meta property="og:image" content="{origin}/share.png"><meta property="og:site_name" content="The Site">
<meta name="twitter:card" content="summary_large_image"><meta name="robots" content="max-snippet:-1, index">
<link rel="canonical" href="{origin}/"><link rel="shortcut icon" href="icon.png">
<link rel="alternate" hreflang="zh-CN" href="/"><link rel="alternate" hreflang="en" href="/en">
<link rel="alternate" type="application/rss+xml" title="News" href="feed.xml">
<script type="application/ld+json">{"@graph":[{"@type":"WebSite"},{"@type":["Organization","Brand"]}]}</script>
</head><body><svg><title>drawing</title></svg></body></html>`

test('a page that says all', async () => {
  const { origin, by, robots, ...page } = await report({
    '/': { body: WHOLE },
    '/share.png': { body: PNG, type: 'image/png' },
    '/deep/icon.png': { body: PNG, type: 'image/png' },
    '/robots.txt': {
      body: 'User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nAllow: /\nSitemap: {origin}/map.xml',
      type: 'text/plain',
    },
  })
  assert.deepEqual(
    [page.title, page.description, page.language, page.charset, page.canonical],
    ['首页 & more', 'What it is.', 'zh-CN', 'utf-8', `${origin}/`],
  )
  assert.deepEqual(
    [page.card.title, page.card.description, page.card.site, page.card.isLarge],
    ['Shared title', 'What it is.', 'The Site', true],
  )
  const { data, ...picture } = page.card.picture!
  assert.deepEqual(picture, {
    url: `${origin}/share.png`,
    type: 'image/png',
    width: 1200,
    height: 630,
    sizeBytes: PNG.length,
    problem: null,
  })
  assert.equal(data, `data:image/png;base64,${PNG.toString('base64')}`)
  assert.equal(page.icon?.url, `${origin}/deep/icon.png`)
  assert.deepEqual(page.alternates, [
    { language: 'zh-CN', url: `${origin}/` },
    { language: 'en', url: `${origin}/en` },
  ])
  assert.deepEqual(page.feeds, [{ title: 'News', url: `${origin}/deep/feed.xml` }])
  assert.deepEqual(page.structured.toSorted(), ['Brand', 'Organization', 'WebSite'])
  assert.deepEqual(robots.directives, ['max-snippet:-1', 'index'])
  assert.deepEqual(robots.sitemaps, [`${origin}/map.xml`])
  const refused = robots.crawlers.filter(({ isAllowed }) => !isAllowed)
  assert.deepEqual(refused, [
    { name: 'GPTBot', owner: 'OpenAI', purpose: 'ai', isAllowed: false, rule: { line: 2, text: 'Disallow: /' } },
  ])
  assert.deepEqual(
    Object.entries(by).filter(([, verdict]) => !verdict.startsWith('good')),
    [],
  )
})

test('a page that says nothing', async () => {
  const { by, card, icon, robots } = await report({ '/': { body: '<p>hello' } })
  const verdicts = Object.fromEntries(Object.entries(by).map(([id, text]) => [id, text.split(':')[0]]))
  assert.deepEqual(verdicts, {
    title: 'bad',
    description: 'notice',
    'open-graph': 'bad',
    picture: 'notice',
    'x-card': 'notice',
    canonical: 'notice',
    indexing: 'good',
    robots: 'good',
    charset: 'notice',
    language: 'notice',
    viewport: 'notice',
    icon: 'notice',
  })
  assert.deepEqual([card.title, card.picture], [null, null])
  assert.deepEqual(icon?.problem?.en, 'answered with 404')
  assert.equal(robots.status, 404)
  assert.ok(robots.crawlers.every(({ isAllowed, rule }) => isAllowed && rule === null))
})

/** The verdict of one check on a page with a head. */
const check = async (id: string, head: string, files: Files = {}) =>
  (await report({ '/': { body: head }, ...files })).by[id] ?? ''

test('pictures that those who share a page do not show', async () => {
  const og = (url: string) => `<meta property="og:image" content="${url}">`
  const small = Buffer.from('GIF89a\x40\x00\x40\x00', 'latin1')
  assert.match(await check('picture', og('/a.png'), { '/a.png': { body: PNG } }), /^bad: .*relative/)
  assert.match(await check('picture', og('{origin}/none.png')), /^bad: the picture cannot be had: answered with 404/)
  assert.match(await check('picture', og('{origin}/x'), { '/x': { body: 'hello' } }), /^bad: .*no picture came, but text\/html/)
  assert.match(await check('picture', og('{origin}/x'), { '/x': { body: small } }), /^bad: 64 × 64 is too small/)
  assert.match(await check('picture', og('{origin}/x'), { '/x': { body: '<svg></svg>' } }), /^bad: image\/svg\+xml/)
  assert.match(
    await check('picture', og('{origin}/x'), { '/x': { body: Buffer.concat([PNG, Buffer.alloc(2_100_000)]) } }),
    /^notice: a large file/,
  )
  assert.match(await check('picture', og('http://192.0.2.1/x.png')), /^bad: .*192\.0\.2\.1/)
  assert.match(await check('picture', og('data:image/png;base64,AAAA')), /^bad: .*in the page itself/)
})

test('what keeps search engines away', async () => {
  const robots = (body: string, status = 200) => ({ '/robots.txt': { body, status, type: 'text/plain' } })
  const hidden = '<meta name="robots" content="noindex, nofollow">'
  assert.match(await check('indexing', hidden), /^notice: noindex/)
  assert.match(await check('indexing', hidden, robots('User-agent: *\nDisallow: /')), /^bad: noindex, which .* never read/)
  assert.match(await check('indexing', '', robots('User-agent: *\nDisallow: /')), /^bad: no search engine/)
  assert.match(
    await check('indexing', '', robots('User-agent: Baiduspider\nDisallow: /')),
    /^notice: may not be fetched by Baiduspider/,
  )
  assert.match(await check('robots', '', robots('', 503)), /^bad: robots.txt answers with 503/)
  assert.match(await check('indexing', '', robots('', 503)), /^bad: no search engine/)
  assert.match(
    await check('robots', '', { '/robots.txt': { body: '<!doctype html><p>home' } }),
    /^notice: in place of robots.txt comes a page/,
  )
  assert.match(await check('robots', '', robots('User-agent: *\nDisallow: admin')), /^notice: .*line 2/)
})

test('addresses and languages that are wrong', async () => {
  assert.match(await check('canonical', '<link rel=canonical href=/a><link rel=canonical href=/b>'), /^bad: 2 canonical/)
  assert.match(
    await check('canonical', '<link rel=canonical href="https://example.com/a">'),
    /^notice: another page .*example\.com\/a/,
  )
  assert.match(await check('language', '<html lang="english_us">'), /^bad: lang says/)
  assert.match(await check('alternates', '<link rel=alternate hreflang=cn_zh href=/>'), /^bad: .*cn_zh/)
  assert.match(await check('alternates', '<link rel=alternate hreflang=en href=/en>'), /^notice: the page is not among/)
  assert.match(await check('structured', '<script type="application/ld+json">{a}</script>'), /^bad: 1 of 1/)
  assert.match(await check('x-card', '<meta name="twitter:card" content="big">'), /^bad: twitter:card says “big”/)
  assert.match(await check('title', `<title>${'长'.repeat(40)}</title>`), /^notice: a title of 80 columns/)
  assert.match(await check('title', '<title>a</title><title>b</title>'), /^notice: 2 titles/)
  assert.match(await check('charset', '<meta http-equiv="Content-Type" content="text/html; charset=GBK">'), /^notice: GBK/)
})

test('what is no page, or an answer that says so', async () => {
  const { by } = await report({ '/': { body: '{}', type: 'application/json' } })
  assert.deepEqual(Object.keys(by), ['type', 'robots'])
  assert.match((await report({}, { path: '/gone' })).by['status']!, /^bad: the page answers with 404/)
})

test('a slow robots.txt does not cost the answer', async () => {
  const { by, robots } = await report(
    { '/': { body: '<title>a</title>' } },
    { onRequest: (request, response) => void (request.url === '/robots.txt' && response.socket?.destroy()) },
  )
  assert.match(by['robots']!, /^notice: robots\.txt: /)
  assert.equal(robots.status, null)
  assert.ok(robots.crawlers.every(({ isAllowed }) => isAllowed === null))
})

test('the robots.txt of a site: as text, as far as crawlers read it, whatever the site answers', async () => {
  const answers: Record<string, RequestListener> = {
    ok: (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /中'),
    moved: (request, response) =>
      request.url === '/robots.txt' ? response.writeHead(301, { location: '/other.txt' }).end() : response.end('User-agent: a'),
    missing: (_request, response) => response.writeHead(404).end('no'),
    failing: (_request, response) => response.writeHead(503).end(),
    long: (_request, response) => response.end('#'.repeat(600 * 1024)),
    broken: (request) => request.socket.destroy(),
  }
  const asked: string[] = []
  let answer = answers['ok']!
  const server = createServer((request, response) => {
    asked.push(request.url!)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const probe = createPageProbe({ fetcher: createFetcher({ guard, extraPorts: [port] }) })
  const origin = `http://127.0.0.1:${port}`
  const fetchAs = async (name: string, url = `${origin}/deep/page?q#h`) => {
    answer = answers[name]!
    return probe.robots(url)
  }
  try {
    const found = { url: `${origin}/robots.txt`, status: 200, isCut: false, problem: null }
    assert.deepEqual(await fetchAs('ok'), { ...found, text: 'User-agent: *\nDisallow: /中' })
    assert.deepEqual(asked, ['/robots.txt'])
    assert.deepEqual(await fetchAs('moved', origin), { ...found, url: `${origin}/other.txt`, text: 'User-agent: a' })
    assert.deepEqual(await fetchAs('missing'), { ...found, status: 404, text: null })
    assert.deepEqual(await fetchAs('failing'), { ...found, status: 503, text: null })
    const long = await fetchAs('long')
    assert.deepEqual([long.isCut, long.text?.length], [true, 500 * 1024])
    const broken = await fetchAs('broken')
    assert.deepEqual([broken.status, broken.text, broken.url], [null, null, `${origin}/robots.txt`])
    assert.ok(broken.problem?.en && broken.problem.zh)
    for (const url of ['http://10.0.0.1/', 'http://user:pw@127.0.0.1/', 'http://0x7f.1/', 'ftp://example.com/', 'http://[/'])
      await assert.rejects(
        probe.robots(url),
        (error: { key?: string }) => /^(?:refused_target|bad_input|bad_address)$/.test(error.key ?? ''),
        url,
      )
  } finally {
    server.close()
  }
})

test('a security.txt is asked for in both places, and what each answers is told', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    if (request.url === '/security.txt') response.writeHead(301, { location: '/moved' }).end()
    else if (request.url === '/moved') response.writeHead(200, { 'content-type': 'text/plain' }).end(Buffer.from([0x23, 0xff]))
    else response.writeHead(404).end('no')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const probe = createPageProbe({ fetcher: createFetcher({ guard, extraPorts: [port] }) })
  const origin = `http://127.0.0.1:${port}`
  try {
    const [wellKnown, older] = await probe.securityTxt(`${origin}/deep?q`)
    assert.deepEqual(asked.toSorted(), ['/.well-known/security.txt', '/moved', '/security.txt'])
    assert.deepEqual([wellKnown!.asked, wellKnown!.status, wellKnown!.text], [`${origin}/.well-known/security.txt`, 404, null])
    assert.deepEqual(older, {
      asked: `${origin}/security.txt`,
      url: `${origin}/moved`,
      redirects: [`${origin}/moved`],
      status: 200,
      type: 'text/plain',
      text: '#\uFFFD',
      isUtf8: false,
      isCut: false,
      isTrusted: false,
      problem: null,
    })
    // Nothing listens at the port of HTTPS, which is meant where none is named.
    const [unreached] = await probe.securityTxt('http://127.0.0.1/')
    assert.equal(unreached!.asked, 'https://127.0.0.1/.well-known/security.txt')
    assert.equal(unreached!.status, null)
    assert.ok(unreached!.problem?.en && unreached!.problem.zh)
    for (const url of ['http://10.0.0.1/', 'http://user:pw@127.0.0.1/', 'http://0x7f.1/', 'ftp://example.com/', 'http://[/'])
      await assert.rejects(
        probe.securityTxt(url),
        (error: { key?: string }) => /^(?:refused_target|bad_input|bad_address)$/.test(error.key ?? ''),
        url,
      )
  } finally {
    server.close()
  }
})
