import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isAppError } from '@octet/core/errors.ts'
import { checkHtml } from './check.ts'
import { formatHtmlExactly } from './exact.ts'
import { formatHtml } from './format.ts'
import { minifyHtml } from './minify.ts'
import { scanHtml } from './scan.ts'

const breathe = () => undefined
const format = (text: string) => formatHtml(text, { indent: '  ', formatsInner: true, wrapWidth: 0, isAttributePerLine: false })
const minify = (text: string, keepsSpaces = false) => minifyHtml(text, { keepsSpaces, keepsComments: false, breathe })

const words = fc.constantFrom('a', ' b ', 'c\n  d', '&amp;', ' ', '\n', '中文', '1 < 2', '3 < 4 >', 'i <3 u>')
const inline = fc.constantFrom('b', 'span', 'a')
const block = fc.constantFrom('div', 'p1', 'section', 'ul')
const tree = fc.letrec<{ inline: string; block: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 4 },
    words,
    fc.constantFrom('<br>', '<img src=x alt="a  b">', '<!-- c -->'),
    fc
      .tuple(inline, fc.array(tie('inline'), { maxLength: 3 }))
      .map(([name, parts]) => `<${name}  title='x  "y"'>${parts.join('')}</${name}>`),
  ),
  block: fc.oneof(
    { maxDepth: 4 },
    fc.array(tie('inline'), { maxLength: 3 }).map((parts) => `<p>${parts.join('')}</p>`),
    fc.constantFrom(
      '<pre>  x\n\n   y </pre>',
      '<textarea> q\n  r</textarea>',
      '<script>if(a){b("</p>")}</script>',
      '<style>a>b{c:d}</style>',
    ),
    fc.tuple(block, fc.array(tie('block'), { maxLength: 3 })).map(([name, parts]) => `<${name}>${parts.join('\n')}</${name}>`),
  ),
})).block

/** Tags as written, text with its white space joined, kept content to the letter. */
function toMeaning(source: string): string[] {
  const text = source.replaceAll(/<!--.*?-->/g, '')
  let kept = false
  return [...scanHtml(text)].flatMap((token) => {
    const raw = text.slice(token.start, token.end)
    if (token.kind === 'open' || token.kind === 'close') kept = token.kind === 'open' && /^(?:pre|textarea)$/.test(token.name)
    if (token.kind === 'open') return [`<${token.name} ${token.attributes.join(' ')}>`]
    if (token.kind === 'text' && !kept) return raw.trim() ? [raw.trim().replaceAll(/\s+/g, ' ')] : []
    return token.kind === 'raw' && !kept ? [raw.replaceAll(/\s+/g, '')] : token.kind === 'comment' ? [] : [raw]
  })
}

test('of white space nothing is left, but what no-break spaces show stays', async () => {
  for (const text of ['', ' ', '\n\n \t']) {
    assert.equal(await format(text), '')
    assert.equal(formatHtmlExactly(text, { indent: '  ' }), '')
  }
  assert.equal(await format('\u00a0'), '\u00a0\n')
})

test('a “<” that begins no tag is text, also before a “>” and in templates', async () => {
  assert.equal(await format('<p>1 < 2 ></p><p>a<1 b  = "c"></p>'), '<p>1 < 2 ></p>\n<p>a<1 b = "c"></p>\n')
  assert.equal(await format('<p><% if  a > 1 %>x<% end %></p>'), '<p><% if  a > 1 %>x<% end %></p>\n')
})

for (const [source, expected] of [
  ['<p>{{if .A}}b{{else}}c{{end}}</p>', '<p>{{if .A}}b{{else}}c{{end}}</p>\n'],
  [
    '<div>\n{{if .A}}\n<p>b</p>\n{{else}}\n<p>\ue000 < 1</p>\n{{end}}\n</div>',
    '<div>\n  {{if .A}}\n  <p>b</p>\n  {{else}}\n  <p>\ue000 < 1</p>\n  {{end}}\n</div>\n',
  ],
  ['<p>{{#if a}}b{{else}}c{{/if}}</p>', '<p>{{#if a}}b{{else}}c{{/if}}</p>\n'],
] as const)
  test(`{{else}} stays in its line: ${JSON.stringify(source)}`, async () => {
    assert.equal(await format(source), expected)
    assert.equal(await format(expected), expected)
  })

test('formatting keeps the white space that a style attribute shows', async () => {
  const kept = '<b style="white-space: pre-wrap"> a\n  <b>c</b>\n\n d </b>'
  assert.equal(
    await format(`<div><p>x ${kept} y</p><i style="white-space:pre"></i><pre>\n\n z</pre></div>`),
    `<div>\n  <p>x ${kept} y</p><i style="white-space:pre"></i>\n  <pre>\n\n z</pre>\n</div>\n`,
  )
})

test('a script with thousands of brackets in each other stays as it is', async () => {
  const script = `a${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const result = await format(`<div><script>${script}</script><p>b</p></div>`)
  assert.match(result, /^<div>\n {2}<script>a\[+\]+<\/script>\n {2}<p>b<\/p>\n<\/div>\n$/)
})

for (const [source, short] of [
  [
    '<div style="display: inline-block">a</div> <div style="display:inline">b</div> c <div>d</div> e',
    '<div style="display: inline-block">a</div> <div style="display:inline">b</div> c<div>d</div>e',
  ],
  [
    '<div> <div style=display:inline> <div> a </div> </div> b </div>',
    '<div><div style=display:inline><div>a</div></div> b</div>',
  ],
] as const)
  test(`the space beside a block that its style shows inline stays: ${source}`, async () =>
    assert.equal(await minify(source), short))

test('formatting and minifying keep tags, attributes, words and kept content', async () => {
  await fc.assert(
    fc.asyncProperty(tree, async (source) => {
      const pretty = await format(source)
      assert.deepEqual(toMeaning(pretty), toMeaning(source))
      assert.deepEqual(toMeaning(await minify(source)), toMeaning(source))
      assert.deepEqual(toMeaning(await minify(source, true)), toMeaning(source))
      const short = await minify(source)
      assert.equal(await minify(short), short)
    }),
    { numRuns: 300 },
  )
})

for (const name of ['font', 'nobr', 'picture', 'slot', 'rt'])
  test(`formatted, no white space comes between <${name}> and what stands beside it`, async () => {
    const source = `<p><b>a</b><${name}><i>b</i></${name}>c</p>`
    assert.equal(await format(source), `${source}\n`)
  })

const options = fc.record({
  indent: fc.constantFrom('  ', '\t'),
  formatsInner: fc.boolean(),
  wrapWidth: fc.constantFrom(0, 10, 20, 40),
  isAttributePerLine: fc.boolean(),
})

test('a page that is laid out stays as it is when laid out again, whatever the settings', async () => {
  await fc.assert(
    fc.asyncProperty(tree, options, async (source, chosen) => {
      const pretty = await formatHtml(source, chosen)
      assert.equal(await formatHtml(pretty, chosen), pretty)
    }),
    { numRuns: 300 },
  )
})

for (const [source, wrapWidth, expected] of [
  ['<ul><li>one two three <b>four</b></li></ul>', 20, '<ul>\n  <li>one two three\n    <b>four</b>\n  </li>\n</ul>\n'],
  [
    '<table><tr><td><a href=x><p><span class=a><script type=text/template><b>c</b></script>d',
    20,
    '<table>\n  <tr>\n    <td><a href=x>\n        <p><span\n            class=a>\n            <script\n              type=text/template>\n              <b>c</b>\n            </script>\n            d\n',
  ],
] as const)
  test(`lines broken at ${wrapWidth} columns are settled: ${source}`, async () => {
    const wrap = (text: string) => formatHtml(text, { indent: '  ', formatsInner: true, wrapWidth, isAttributePerLine: false })
    assert.equal(await wrap(source), expected)
    assert.equal(await wrap(expected), expected)
  })

test('white space that is shown stays', async () => {
  assert.equal(await minify('<p>a <b>b</b>\n<i>c</i> </p>\n<p>d</p>'), '<p>a <b>b</b> <i>c</i></p><p>d</p>')
  assert.equal(await minify('<b>a</b> <!-- x --> <b>c</b>'), '<b>a</b> <b>c</b>')
  assert.equal(await minify('\u3000<b>a</b>'), '\u3000<b>a</b>')
  // A break between wide characters, or beside a zero-width space, is no space (CSS Text 3 §4.1.3).
  assert.equal(
    await minify('<p>\n中文，\r\n  中文\n<b>\n文</b>\n中 文\na\n한\n국\n</p>'),
    '<p>中文，\n中文\n<b>\n文</b>\n中 文 a 한 국</p>',
  )
  assert.equal(await minify('a<wbr>\n b\u200b\nc<b>\n</b><img>\n中'), 'a<wbr>\nb\u200b\nc<b> </b><img> 中')
  // What a style attribute keeps stays as it is.
  assert.equal(
    await minify('<p>a  b <b style="white-space: pre-wrap"> c  <i>\nd</i> </b>  e </p>'),
    '<p>a b <b style="white-space: pre-wrap"> c  <i>\nd</i> </b> e</p>',
  )
  assert.equal(await minify('<ul>\n <li>a</li>\n <li>b</li>\n</ul>', true), '<ul> <li>a</li> <li>b</li> </ul>')
  assert.ok((await format('<p><b>a</b><i>b</i></p>')).includes('<b>a</b><i>b</i>'))
})

test('names keep their case, as SVG and templates want it', async () => {
  const source = '<svg><linearGradient><stop/></linearGradient></svg><MyPart>a</MyPart >'
  assert.equal(await minify(source), source.replace(' >', '>'))
  assert.match(await format(source), /<\/linearGradient>[^]*<\/MyPart>/)
})

test('scripts, conditional comments, entities and unquoted values stay', async () => {
  const source =
    '<!doctype html><!--[if IE]><p><![endif]--><a href=x/ title=y/>z</a><script>var a = 1 // </ script\n b()</script>'
  assert.equal(await minify(source), source)
  assert.equal(await format('<a href=http://a.example/>z</a><br/>'), '<a href=http://a.example/>z</a><br />\n')
  assert.equal(await format('<img src=a alt=b/>'), '<img src=a alt=b/>\n')
  assert.equal(await minify('<img alt=x />'), '<img alt=x />')
  assert.equal(await minify('<style> a { b : c } </style>'), '<style>a{b:c}</style>')
  assert.equal(await minify('<style>{{ css }</style>'), '<style>{{ css }</style>')
})

test('no empty line stands before the end of a script or a style sheet', async () => {
  const source = '<div><script>if(a){b()}</script><style>a{b:c}</style></div>'
  const script = '  <script>\n    if (a) {\n      b()\n    }\n  </script>\n'
  assert.equal(await format(source), `<div>\n${script}  <style>\n    a {\n      b: c\n    }\n  </style>\n</div>\n`)
})

for (const [source, column, reason] of [
  ['<p><!-- x', 4, 'this comment is never closed by -->'],
  ['<a href="x>y', 9, 'this quote is never closed'],
  ['a <b', 3, '<b is never closed by “>”'],
  ['<script>x', 1, '<script> is never closed; expected </script>'],
] as const)
  test(`${source}: ${reason}`, () => {
    assert.throws(
      () => checkHtml(source),
      (error: unknown) => isAppError(error) && error.message === `HTML, line 1, column ${column}: ${reason}`,
    )
  })

test('problems name the place, optional end tags are none', () => {
  const found = checkHtml('<div><span></div>\n</b><ul><li>a<li>b</ul><p>x<div></div><table><tr><td>1<tr><td>2</table><em>')
  assert.deepEqual(
    found.map(({ line, column, what }) => `${line}:${column} ${what.en}`),
    ['1:6 <span> is never closed', '2:1 </b> closes nothing', '2:72 <em> is never closed'],
  )
  assert.deepEqual(checkHtml('<svg><path d="x"/></svg><br/><img>'), [])
})

test('where a comment went, the white space of both its sides is that of one text', async () => {
  assert.equal(await minify('<p> <!-- c --> b </p>'), '<p>b</p>')
  assert.equal(await minify('<p>a <!-- c --> </p>'), '<p>a</p>')
  assert.equal(await minify('<b>a</b> <!-- c --> <b>c</b>'), '<b>a</b> <b>c</b>')
})

for (const [source, expected] of [
  ['<p>Price <meta itemprop=c content=USD> 5</p>', '<p>Price <meta itemprop=c content=USD> 5</p>'],
  ['<b>a</b> <link rel=x href=y>\n<b>b</b>', '<b>a</b> <link rel=x href=y> <b>b</b>'],
  ['<!doctype html>\n<meta a>\n<script>b</script>\n<link c>\n<p>d', '<!doctype html><meta a><script>b</script><link c><p>d'],
  [' <!-- a --> b <script>c</script> <script>d</script> e', 'b <script>c</script> <script>d</script> e'],
] as const)
  test(`minified, only white space that shows nothing goes: ${source}`, async () => assert.equal(await minify(source), expected))

test('blank lines at the start of pre and textarea stay', async () => {
  for (const kept of ['<pre> \n \n  f <b> g</b>\n</pre>', '<textarea>\t\n\n  h\n \t</textarea>', '<pre>\n\n</pre>'])
    assert.ok((await format(`<div>${kept}<p>i</p></div>`)).includes(kept))
})

test('a script with the mark of a comment in it, and none of its end, still has its own end', async () => {
  const text = '<script><!-- x\ny()</script><p>x</p><!-- c --><p>y</p>'
  assert.equal(await format(text), `${text}\n`)
})

test('deep nesting is refused, large pages take linear time', async () => {
  assert.throws(() => checkHtml('<div>'.repeat(20_000)), { key: 'too_large' })
  const since = performance.now()
  await minify('<div class="a"><p>text <b>bold</b></p></div>\n'.repeat(20_000))
  checkHtml('<b>'.repeat(900) + '</i>'.repeat(20_000))
  assert.ok(performance.now() - since < 60_000)
})
