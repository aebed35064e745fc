import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import * as z from 'zod'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { decodePercent, ENCODE_STYLES, encodePercent, type EncodeStyle } from './percent.ts'
import tool from './tool.ts'

const host = createTestHost()
const ask = (input: z.input<typeof tool.input>) => answerTool(tool, input, host) as Promise<z.output<typeof tool.output>>
const decodeOptions = { charset: 'utf-8', isPlusSpace: false, isStrict: true } as const

test('encodeURIComponent and encodeURI agree with the platform', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(encodePercent(text, 'component', 'utf-8'), encodeURIComponent(text))
      assert.equal(encodePercent(text, 'uri', 'utf-8'), encodeURI(text))
      assert.equal(encodePercent(text, 'form', 'utf-8'), new URLSearchParams({ '': text }).toString().slice(1))
    }),
  )
})

test('what was encoded in any style and charset decodes', () => {
  for (const style of ['component', 'rfc3986', 'form', 'all'] as const)
    for (const charset of ['utf-8', 'gb18030', 'utf-16le'] as const)
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme' }), (text) => {
          // UTF-16 cannot keep plain ASCII beside its bytes, so only the style that keeps none is its inverse.
          if (charset === 'utf-16le' && style !== 'all') return
          const coded = encodePercent(text, style, charset)
          assert.equal(decodePercent(coded, { charset, isPlusSpace: style === 'form', isStrict: true }).text, text)
        }),
        { numRuns: 60 },
      )
})

test('a wrong % is pointed at when strict', () => {
  assert.throws(() => decodePercent('ab\n%zz', decodeOptions), /two hex digits after “%”.*“%” \(U\+0025\) at line 2, column 1/)
})

test('a lone surrogate is named at its place', () => {
  assert.throws(() => encodePercent('ab \ud83d', 'component', 'utf-8'), /U\+D83D at line 1, column 4/)
})

test('%u escapes of old scripts are read', () => {
  assert.equal(decodePercent('%u4E2D%uD83D%uDE00x', decodeOptions).text, '中😀x')
})

test('characters beside escapes of GB18030 stay what they are', () => {
  const { text, charset } = decodePercent('例え.jp/?q=%D6%D0', { charset: 'auto', isPlusSpace: false, isStrict: false })
  assert.deepEqual({ text, charset }, { text: '例え.jp/?q=中', charset: 'gb18030' })
})

test('a URL is taken apart', async () => {
  const { parts = [], query = [] } = await ask({
    text: 'https://user:p%40w@例子.测试:8443/路径/b?q=你好&q=a+b#top',
    action: 'parse',
  })
  const find = (name: string) => parts.find(({ part }) => part === name)
  assert.equal(find('host')?.value, 'xn--fsqu00a.xn--0zwm56d')
  assert.equal(find('host')?.decoded, '例子.测试')
  assert.equal(find('port')?.value, '8443')
  assert.equal(find('password')?.decoded, 'p@w')
  assert.equal(find('path[0]')?.decoded, '路径')
  assert.deepEqual(
    query.map(({ name, value }) => [name, value]),
    [
      ['q', '你好'],
      ['q', 'a b'],
    ],
  )
})

for (const text of ['data:text/plain,hi', 'blob:https://example.com/1', 'mailto:a@example.com'])
  test(`${text}: a path that is opaque has no segments`, async () => {
    const { parts = [] } = await ask({ text, action: 'parse' })
    assert.deepEqual(
      parts.filter(({ part }) => part.startsWith('path')).map(({ value }) => value),
      [text.slice(text.indexOf(':') + 1)],
    )
  })

test('tracking goes, the rest stays as it was written', async () => {
  const { text, notes } = await ask({ text: 'https://e.com/?b=%e4%b8%ad+x&utm_source=a&a=1&spm=2', action: 'clean' })
  assert.equal(text, 'https://e.com/?b=%e4%b8%ad+x&a=1')
  assert.match(notes.join(), /utm_source, spm/)
  assert.equal((await ask({ text: 'https://e.com/?b=1&a=2', action: 'clean', sort: true })).text, 'https://e.com/?a=2&b=1')
})

for (const [text, to, host] of [
  [
    'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com%2Fa%3Fb%3D1&data=05%7C02&reserved=0',
    'https://example.com/a?b=1',
    'eur01.safelinks.protection.outlook.com',
  ],
  ['https://www.google.com/url?sa=t&url=https%3A%2F%2Fexample.com%2F&usg=x', 'https://example.com/', 'www.google.com'],
  ['https://link.zhihu.com/?target=https%3A//example.com/%3Futm_source%3Dzhihu', 'https://example.com/', 'link.zhihu.com'],
  [
    'https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2F%3Ffbclid%3Dx%26id%3D7&h=AT',
    'https://example.com/?id=7',
    'l.facebook.com',
  ],
  [
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__example.com_a-3Fb-3D1&d=x',
    'https://example.com/a?b=1',
    'urldefense.proofpoint.com',
  ],
  ['https://urldefense.com/v3/__https://example.com/a?b=1__;!!abc$', 'https://example.com/a?b=1', 'urldefense.com'],
  [
    'https://link.csdn.net/?target=https%3A%2F%2Fgitee.com%2Flink%3Ftarget%3Dhttps%253A%252F%252Fexample.com%252F',
    'https://example.com/',
    'link.csdn.net, gitee.com',
  ],
] as const)
  test(`a link that leads round by ${host} is cleaned to where it leads`, async () => {
    const cleaned = await ask({ text, action: 'clean' })
    assert.equal(cleaned.text, to)
    assert.ok(cleaned.notes.includes(`Redirect removed: ${host}`), cleaned.notes.join())
  })

test('no link leads to what is no page, nor for ever round', async () => {
  for (const text of ['https://www.google.com/url?q=javascript:alert(1)', 'https://www.google.com/search?q=https://example.com'])
    assert.equal((await ask({ text, action: 'clean' })).text, text)
  const loop = (depth: number): string =>
    `https://gitee.com/link?target=${depth ? encodeURIComponent(loop(depth - 1)) : 'https://example.com/'}`
  assert.equal((await ask({ text: loop(8), action: 'clean' })).text, new URL(loop(3)).href)
})

test('a URL out of the query of another is decoded before it is parsed', async () => {
  const { text, query } = await ask({ text: 'https%3A%2F%2Fexample.com%2F%3Fq%3Da%2520b', action: 'parse' })
  assert.equal(text, 'https://example.com/?q=a%20b')
  assert.deepEqual(query, [{ name: 'q', value: 'a b', isTracking: false }])
})

test('parameters are put back', async () => {
  assert.equal(
    (await ask({ text: 'https://e.com/s?x=1#h', action: 'build', query: 'q=中 x\nflag\n a = b=c ' })).text,
    'https://e.com/s?q=%E4%B8%AD%20x&flag&a=b%3Dc#h',
  )
})

for (const [text, decoded, note] of [
  [
    'https://e.com/?q=%E4%BD%A0%E5%A5%BD%E4%B8',
    'https://e.com/?q=你好%E4%B8',
    'Cut off inside a character, kept as it is: “%E4%B8” @36',
  ],
  ['q=%E4%BD%A0%E5&b=%E5%A5%BD', 'q=你%E5&b=好', 'Cut off inside a character, kept as it is: “%E5” @12'],
] as const)
  test(`of ${text} what is whole is read`, async () => {
    const { text: read, charset, notes } = await ask({ text, action: 'decode' })
    assert.deepEqual([read, charset, notes], [decoded, 'utf-8', [note]])
    assert.equal((await ask({ text, action: 'decode', repeat: true })).text, decoded)
  })

test('bytes that are no UTF-8 but for their end are read otherwise', async () => {
  assert.equal((await ask({ text: '%C4%E3%BA%C3', action: 'decode' })).text, '你好')
  assert.equal((await ask({ text: '%E4%BD', action: 'decode' })).charset, 'gb18030')
})

test('a text encoded twice is noticed', async () => {
  assert.match((await ask({ text: '%25E4%25B8%25AD' })).notes.join(), /more than once/)
})

test('what is no URL is refused', async () => {
  await assert.rejects(ask({ text: 'https://[::zz]/', action: 'parse' }), /expected a URL/)
})

test('several links are cleaned line by line, and not taken apart as one', async () => {
  const text = 'https://a.example/?utm_source=1\r\n\nhttps://b.example/?id=2&fbclid=x\n'
  const cleaned = await ask({ text, action: 'clean' })
  assert.equal(cleaned.text, 'https://a.example/\nhttps://b.example/?id=2')
  assert.deepEqual(cleaned.notes, ['Removed: utm_source, fbclid'])
  await assert.rejects(ask({ text, action: 'parse' }), { key: 'bad_input', message: 'text: expected one URL, got 2 lines' })
})

for (const [text, result, parts, query] of [
  ['a=1&b=%E4%BD%A0+x&a=', 'a=1&b=%E4%BD%A0+x&a=', ['query'], ['a: 1', 'b: 你 x', 'a: ']],
  ['?next=https://b.example/?q=1', '?next=https://b.example/?q=1', ['query'], ['next: https://b.example/?q=1']],
  ['/api/用户?a=1#top', '/api/%E7%94%A8%E6%88%B7?a=1#top', ['path', 'path[0]', 'path[1]', 'query', 'hash'], ['a: 1']],
  ['#top', '#top', ['hash'], []],
] as const)
  test(`${text} is taken apart without a host`, async () => {
    const answer = await ask({ text, action: 'parse' })
    assert.equal(answer.text, result)
    assert.deepEqual(
      answer.parts?.map(({ part }) => part),
      parts,
    )
    assert.deepEqual(
      (answer.query ?? []).map(({ name, value }) => `${name}: ${value}`),
      query,
    )
  })

test('a name before a path, a port or a mark stays a host', async () => {
  for (const text of ['example.com/?a=1', 'localhost:3000/x?a=1', '//cdn.example/x=1', 'example.com'])
    assert.ok(
      (await ask({ text, action: 'parse' })).parts?.some(({ part }) => part === 'host'),
      text,
    )
})

test('half a character in a query is refused by its place', () =>
  assert.rejects(ask({ text: 'https://e.com/', action: 'build', query: 'a=\ud800' }), /paired surrogates.*U\+D800/))

test('a query that is decoded shows its parameters', async () => {
  assert.deepEqual((await ask({ text: 'name=%E4%BD%A0&page=2' })).query, [
    { name: 'name', value: '你', isTracking: false },
    { name: 'page', value: '2', isTracking: false },
  ])
})

test('what the engine cannot read is read by us, byte order marks and half pairs included', () => {
  const read = (text: string) => decodePercent(text, { charset: 'auto', isPlusSpace: true, isStrict: false })
  assert.deepEqual(read('%E4%BD%A0+%2B'), { text: '你 +', charset: 'utf-8', faults: [] })
  assert.equal(read('%C4%E3').charset, 'gb18030')
  assert.equal(read('%zz%20').faults.length, 1)
  assert.throws(() => read('\ud83d%20'), /U\+D83D/)
})

test('a host that is far too long is no URL, whichever its letters', () =>
  assert.rejects(ask({ text: 'MFRGG'.repeat(20_000), action: 'parse' }), { key: 'bad_input' }))

test('a text is written as its characters are, one by one, in each style', () => {
  const styles = Object.keys(ENCODE_STYLES) as EncodeStyle[]
  const char = fc.constantFrom(...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), 'é', '中', '😀', '\u2028')
  fc.assert(
    fc.property(fc.array(char), fc.constantFrom(...styles), (chars, style) => {
      const single = chars.map((each) => encodePercent(each, style, 'gb18030'))
      assert.equal(encodePercent(chars.join(''), style, 'gb18030'), single.join(''))
    }),
  )
})

test('a run that comes again is encoded once', (t) => {
  const { mock } = t.mock.method(String.prototype, 'isWellFormed')
  assert.equal(encodePercent('a b '.repeat(1000), 'component', 'gb18030'), 'a%20b%20'.repeat(1000))
  assert.ok(mock.callCount() < 10)
})

for (const [text, url] of [
  ['example.com:8080?a=1', 'https://example.com:8080/?a=1'],
  ['localhost:3000#top', 'https://localhost:3000/#top'],
  ['127.0.0.1:80/a', 'https://127.0.0.1:80/a'],
  ['tel:13800138000', 'tel:13800138000'],
  ['sms:10086?body=hi', 'sms:10086?body=hi'],
] as const)
  test(`${text} is parsed as ${url}`, async () => assert.equal((await ask({ text, action: 'parse' })).text, url))
