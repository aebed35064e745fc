import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWorkMs } from '../testing/work.ts'
import * as fc from 'fast-check'
import { RobotsFile } from './robots-file.ts'

/** Whether a crawler may fetch a path by a file. */
const may = (text: string, token: string, path: string) => new RobotsFile(text).find(token, path)?.isAllow ?? true

test('the examples of RFC 9309 §5', () => {
  const simple = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot

EOF`
  const allowed = (token: string) =>
    ['/', '/example/', '/example/page.html', '/example/allowed.gif', '/a.gif', '/a.gif?x', '/publications/'].filter((path) =>
      may(simple, token, path),
    )
  assert.deepEqual(allowed('foobot'), ['/example/page.html', '/example/allowed.gif'])
  assert.deepEqual(allowed('barbot'), ['/', '/example/', '/example/allowed.gif', '/a.gif', '/a.gif?x', '/publications/'])
  assert.deepEqual(allowed('bazbot'), allowed('barbot'))
  assert.equal(allowed('quxbot').length, 7)
  assert.deepEqual(allowed('other'), ['/', '/a.gif?x', '/publications/'])
  const longest = 'User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif'
  assert.equal(may(longest, 'foobot', '/example/page/disallow.gif'), true)
  assert.equal(may(longest, 'foobot', '/example/page/disallowed.gif'), false)
})

test('groups of one crawler are one, and records of other kinds end none', () => {
  const text =
    'user-agent: A\nSitemap: https://example.com/s.xml\nCrawl-delay: 3\nuser-agent: b\ndisallow: /x\n\nUSER-AGENT: a\nDisallow: /y'
  const file = new RobotsFile(text)
  for (const [token, path, isAllowed] of [
    ['a', '/x', false],
    ['b', '/x', false],
    ['a', '/y', false],
    ['b', '/y', true],
  ] as const)
    assert.equal(file.find(token, path)?.isAllow ?? true, isAllowed, `${token} ${path}`)
  assert.deepEqual(file.sitemaps, ['https://example.com/s.xml'])
})

test('names are compared by their product token, whatever their case, and some have spaces', () => {
  const text = 'User-agent: Googlebot/2.1 (+http://example.com)\nDisallow: /g\n\nUser-agent: Sogou web spider\nDisallow: /s'
  assert.equal(may(text, 'googlebot', '/g'), false)
  assert.equal(may(text, 'Sogou web spider', '/s'), false)
  assert.equal(may('User-agent: Googlebot-News\nDisallow: /', 'Googlebot', '/'), true)
  assert.equal(may('User-agent: Googlebot\nDisallow:\nUser-agent: *\nDisallow: /', 'Googlebot', '/'), true)
})

test('paths are compared byte by byte, however they are spelled', () => {
  assert.equal(may('User-agent: *\nDisallow: /中文', 'x', '/%e4%b8%ad%E6%96%87/1'), false)
  assert.equal(may('User-agent: *\nDisallow: /%7Ejoe', 'x', '/~joe/index.html'), false)
  assert.equal(may('User-agent: *\nDisallow: /a%2Fb', 'x', '/a/b'), true)
  assert.equal(may('User-agent: *\nDisallow: /a%3cd.html', 'x', '/a%3Cd.html'), false)
})

test('wildcards and ends', () => {
  for (const [pattern, path, isMatch] of [
    ['/fish', '/fish.html', true],
    ['/fish', '/Fish.asp', false],
    ['/fish*', '/fishheads', true],
    ['/fish/', '/fish', false],
    ['/*.php', '/folder/filename.php?parameters', true],
    ['/*.php$', '/filename.php', true],
    ['/*.php$', '/filename.php?parameters', false],
    ['/*.php$', '/a.php/b.php', true],
    ['/fish*.php', '/fishheads/catfish.php?p', true],
    ['/a$', '/a', true],
    ['/a$', '/ab', false],
    ['/*a*b$', '/ab', true],
    ['/*ab*b$', '/ab', false],
    ['*', '/', true],
    ['/$', '/', true],
    ['/**x', '/x', true],
    // RFC 9309 §2.2.3: stars and dollars of a path are written percent-encoded.
    ['/path/file-with-a-%2A.html', '/path/file-with-a-*.html', true],
    ['/path/file-with-a-%2A.html', '/path/file-with-a-b.html', false],
    ['/path/foo-%24', '/path/foo-$', true],
    ['/path/foo-%24', '/path/foo-%24x', true],
    ['/a$b', '/a$b', true],
    ['/a*', '/a*b', true],
    ['/a$', '/a$', false],
  ] as const)
    assert.equal(!may(`User-agent: *\nDisallow: ${pattern}`, 'x', path), isMatch, `${pattern} ${path}`)
})

test('patterns fit as their expressions do', () => {
  const letters = (unit: readonly string[]) =>
    fc.array(fc.constantFrom(...unit), { maxLength: 9 }).map((parts) => `/${parts.join('')}`)
  fc.assert(
    fc.property(letters(['a', 'b', '*', '**', '/', '$']), letters(['a', 'b', '/', 'ab']), (pattern, path) => {
      const body = pattern.replace(/\$$/, '').replaceAll('$', '\\$').replaceAll('*', '.*')
      const expected = new RegExp(`^${body}${pattern.endsWith('$') ? '$' : ''}`).test(path)
      assert.equal(!may(`User-agent: *\nDisallow: ${pattern}`, 'x', path), expected)
    }),
    { numRuns: 1_000 },
  )
})

test('of two rules of one length the one that allows decides, and the file itself may always be read', () => {
  assert.equal(may('User-agent: *\nDisallow: /p\nAllow: /p', 'x', '/p'), true)
  assert.equal(may('User-agent: *\nDisallow: /', 'x', '/robots.txt'), true)
  const { line, text } = new RobotsFile('# c\nUser-agent: *\nDisallow: /a # why').find('x', '/a')!
  assert.deepEqual([line, text], [3, 'Disallow: /a # why'])
})

test('rules that fit nothing are told, and what comes before every name is nobody’s', () => {
  const file = new RobotsFile('Disallow: /\nUser-agent: *\nDisallow: private/\nDisallow: *.gif')
  assert.deepEqual(file.lost, [3])
  assert.equal(file.find('x', '/a'), undefined)
})

test('hostile files cost no more than their length', () => {
  const path = `/${'a'.repeat(2_000)}`
  for (const text of [
    `User-agent: *\nDisallow: /${'*a'.repeat(200_000)}b`,
    `User-agent: *\n${'Disallow: /*a*a*a*b\n'.repeat(20_000)}`,
    'User-agent: a\n'.repeat(35_000) + 'Disallow: /',
    Array.from({ length: 20_000 }, (_, name) => `User-agent: ${name.toString(36)}z\n`).join('') + 'Disallow: /x\n'.repeat(20_000),
    '\r'.repeat(500_000),
    `User-agent: *\nDisallow: /${'%'.repeat(400_000)}`,
  ]) {
    const started = readWorkMs()
    new RobotsFile(text).find('a', path)
    assert.ok(readWorkMs() - started < 20_000, text.slice(0, 40))
  }
})

test('what led to a verdict is told: whose groups, the rule, and the rules it beats', () => {
  const file = new RobotsFile(
    'User-agent: a\nCrawl-delay: 5\nDisallow: /x\n\nUser-agent: *\nDisallow: /\n\nUser-agent: A\nAllow: /x/y\nDisallow: /*/y',
  )
  const { name, groupLines, rule, beaten } = file.explain('a', '/x/y/z')
  assert.deepEqual([name, groupLines, rule?.line, beaten.map(({ line }) => line)], ['a', [1, 8], 9, [10, 3]])
  assert.deepEqual([file.findCrawlDelay('A'), file.findCrawlDelay('b')], ['5', undefined])
  assert.deepEqual(file.explain('other', '/robots.txt'), {
    name: '*',
    groupLines: [5],
    rule: undefined,
    beaten: [],
  })
  assert.equal(new RobotsFile('User-agent: b\nDisallow: /').explain('a', '/').name, undefined)
})

test('what crawlers pass over is remarked', () => {
  const text =
    'Disallow: /\nUser-agent: *\nDisallow: private/\nNoindex: /x\nuser agent: y\nhello\n# c\nCrawl-delay: 1\nSitemap: s'
  assert.deepEqual(
    new RobotsFile(text).remarks.map(({ line, kind, name }) => `${line} ${kind} ${name}`),
    ['1 orphan Disallow: /', '3 lost private/', '4 unknown Noindex', '5 unknown user agent', '6 no-colon hello'],
  )
})
