import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { cleanHtml } from '../html/clean.ts'
import { htmlToText } from '../html/to-text.ts'
import { htmlToMarkdown } from './from-html.ts'
import { listHeadings, toContents } from './headings.ts'
import { makeLightTokens } from './light-tokens.ts'
import { keepLabelEnds } from './link-label.ts'
import { createMarkdown, parseMarkdown } from './parser.ts'
import { toPlainText } from './plain-text.ts'
import { markdownToHtml } from './to-html.ts'

const toHtml = (text: string, rule: 'clean' | 'escape' | 'keep' = 'clean') =>
  markdownToHtml(text, { rule, isBroken: false, hasAnchors: false })

for (const [title, text, expected] of [
  [
    'a bare address',
    'see https://a.example/b_(c).',
    '<p>see <a href="https://a.example/b_(c)">https://a.example/b_(c)</a>.</p>\n',
  ],
  ...[
    ['https://a.example/x: y', '<a href="https://a.example/x">https://a.example/x</a>: y'],
    ['www.a.example/x: y', '<a href="http://www.a.example/x">www.a.example/x</a>: y'],
    ['~~https://a.example/x~~', '<del><a href="https://a.example/x">https://a.example/x</a></del>'],
    ['_https://a.example/x_', '<em><a href="https://a.example/x">https://a.example/x</a></em>'],
    ['https://a.example/?b&amp; y', '<a href="https://a.example/?b">https://a.example/?b</a>&amp; y'],
    ['http://a.example/~b/ y', '<a href="http://a.example/~b/">http://a.example/~b/</a> y'],
  ].map(([text, html]) => [`the end of a bare address in ${text}`, text!, `<p>${html}</p>\n`] as const),
  ['www. without a scheme', '(www.a.example/b)', '<p>(<a href="http://www.a.example/b">www.a.example/b</a>)</p>\n'],
  [
    'mail addresses among Chinese words and marks',
    '联系：a.b@c.example。邮箱d_e+f@g.example谢谢',
    '<p>联系：<a href="mailto:a.b@c.example">a.b@c.example</a>。邮箱<a href="mailto:d_e+f@g.example">d_e+f@g.example</a>谢谢</p>\n',
  ],
  ['no mail address that ends in a hyphen or stands in a path', 'a@b.c- x/a@b.c', '<p>a@b.c- x/a@b.c</p>\n'],
  ['no other name is a link', 'a.example //b.example', '<p>a.example //b.example</p>\n'],
  ['struck text', '~~a~~', '<p><del>a</del></p>\n'],
  ['struck text of one tilde', '~a~ b~c~d', '<p><del>a</del> b<del>c</del>d</p>\n'],
  ['tildes of another number between', '~~a ~b~ c~ d~~', '<p><del>a <del>b</del> c~ d</del></p>\n'],
  ['struck text in strong text', '**a ~b~** ~**c**~', '<p><strong>a <del>b</del></strong> <del><strong>c</strong></del></p>\n'],
  ['three tildes, and those that nothing closes', 'a ~~~b~~~ ~c ~~d', '<p>a ~~~b~~~ ~c ~~d</p>\n'],
  ['an approximate number', '~5 of ~10', '<p>~5 of ~10</p>\n'],
  ['a task', '- [x] a', '<ul>\n<li><input type="checkbox" checked="" disabled=""> a</li>\n</ul>\n'],
  [
    'a footnote that two places point to, one with capitals',
    'a[^N] b[^n]\n\n[^n]: *one*\n    two\n\n    three',
    '<p>a<sup class="footnote-ref"><a href="#fn-n" id="fnref-n">1</a></sup> b<sup class="footnote-ref"><a href="#fn-n" id="fnref-n-2">1</a></sup></p>\n' +
      '<section class="footnotes">\n<ol>\n<li id="fn-n">\n<p><em>one</em>\ntwo</p>\n<p>three <a href="#fnref-n" class="footnote-backref">↩</a> <a href="#fnref-n-2" class="footnote-backref">↩2</a></p>\n</li>\n</ol>\n</section>\n',
  ],
  [
    'footnotes that point to others stand in the order of the first that points to each; code in one',
    '[^b] [^a]\n\n[^a]: ```\n    x\n    ```\n[^b]: see [^c]\n[^c]: end\n[^c]: another\n[^d]: nothing points here',
    '<p><sup class="footnote-ref"><a href="#fn-b" id="fnref-b">1</a></sup> <sup class="footnote-ref"><a href="#fn-a" id="fnref-a">2</a></sup></p>\n' +
      '<section class="footnotes">\n<ol>\n<li id="fn-b">\n<p>see <sup class="footnote-ref"><a href="#fn-c" id="fnref-c">3</a></sup> <a href="#fnref-b" class="footnote-backref">↩</a></p>\n</li>\n' +
      '<li id="fn-a">\n<pre><code>x\n</code></pre>\n<p><a href="#fnref-a" class="footnote-backref">↩</a></p>\n</li>\n' +
      '<li id="fn-c">\n<p>end <a href="#fnref-c" class="footnote-backref">↩</a></p>\n</li>\n</ol>\n</section>\n',
  ],
  [
    'no footnote without its text, in code, or with a space',
    '[^a] `[^b]` [^c d]\n\n[^b]: x',
    '<p>[^a] <code>[^b]</code> [^c d]</p>\n',
  ],
  [
    'a footnote whose name is a mark of HTML, in text with HTML',
    '<b>a</b>[^"><i]\n\n[^"><i]: x',
    '<p><b>a</b><sup class="footnote-ref"><a href="#fn-%22%3E%3Ci" id="fnref-&quot;&gt;&lt;i">1</a></sup></p>\n' +
      '<section class="footnotes">\n<ol>\n<li id="fn-&quot;&gt;&lt;i">\n<p>x <a href="#fnref-%22%3E%3Ci" class="footnote-backref">↩</a></p>\n</li>\n</ol>\n</section>\n',
  ],
  [
    'a footnote after a list and a quote ends them',
    '- a[^1]\n[^1]: x\n',
    '<ul>\n<li>a<sup class="footnote-ref"><a href="#fn-1" id="fnref-1">1</a></sup></li>\n</ul>\n' +
      '<section class="footnotes">\n<ol>\n<li id="fn-1">\n<p>x <a href="#fnref-1" class="footnote-backref">↩</a></p>\n</li>\n</ol>\n</section>\n',
  ],
  ['no task in a paragraph', '[x] a', '<p>[x] a</p>\n'],
  [
    'aligned columns',
    '|a|\n|-:|\n|1|',
    '<table>\n<thead>\n<tr>\n<th align="right">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="right">1</td>\n</tr>\n</tbody>\n</table>\n',
  ],
  ['a harmful address', '[a](javascript:x) ![b](vbscript:y)', '<p>[a](javascript:x) ![b](vbscript:y)</p>\n'],
] as const)
  test(`Markdown: ${title}`, async () => assert.equal(await toHtml(text), expected))

test('Markdown: HTML is cleaned, shown or kept', async () => {
  const text = '<b onclick="x">a</b>'
  assert.equal(await toHtml(text), '<p><b>a</b></p>\n')
  assert.equal(await toHtml(text, 'escape'), '<p>&lt;b onclick=&quot;x&quot;&gt;a&lt;/b&gt;</p>\n')
  assert.equal(await toHtml(text, 'keep'), `<p>${text}</p>\n`)
})

test('Markdown: anchors as GitHub makes them', async () => {
  const headings = listHeadings(
    parseMarkdown(
      await createMarkdown({ hasHtml: true }),
      '# A & B!\n# a--b\n# a-b\n# A  [b](c) `d_e`\n# 标题 1\n# a-b\n# a-b-1\n',
    ),
  )
  assert.deepEqual(
    headings.map(({ anchor }) => anchor),
    ['a--b', 'a--b-1', 'a-b', 'a--b-d_e', '标题-1', 'a-b-1', 'a-b-1-1'],
  )
  assert.equal(toContents([{ level: 2, text: 'a [b]', anchor: 'a-b', line: 1 }], { from: 1, to: 6 }), '- [a \\[b\\]](#a-b)\n')
})

/** HTML that comes back the same from Markdown, white space aside. */
const BACK = [
  '<h2>a <em>b</em> #</h2>',
  '<p>*a* _b_ `c` [d] &lt;e&gt; &amp;amp; \\ ~~f~~ !<a href="g">h</a></p>',
  '<p># a</p><p>- b</p><p>1. c</p><p>&gt; d</p><p>+</p><p>---</p><p>===</p>',
  '<p>a<strong>b</strong>c <em>d</em><strong>e</strong></p>',
  '<p>snake_case 2*3*4 a_b_</p>',
  '<p><strong>a:</strong>b <em>(c)</em>d</p>',
  '<p><a href="a%20b?x=1&amp;copy;" title="say &quot;x&quot;">c</a></p>',
  '<p><code>a`b</code> <code>``</code> <code>|</code></p>',
  '<pre><code class="language-c++">```\na &lt; b\n```\n</code></pre>',
  '<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>',
  '<ul><li>a</li></ul><ul><li>b</li></ul>',
  '<ol start="7"><li><p>a</p><p>b</p></li><li><p>c</p></li></ol>',
  '<ul><li><hr></li></ul>',
  '<blockquote><p>a</p><blockquote><p>b</p></blockquote><ul><li>c</li></ul></blockquote>',
  '<table><thead><tr><th align="center">a|b</th><th>c</th></tr></thead><tbody><tr><td align="center"><code>x|y</code></td><td>1<br>2</td></tr></tbody></table>',
  '<p>a<br>b</p>',
  '<p>H<sub>2</sub>O <kbd>Ctrl</kbd></p>',
  '<p><img src="a.png" alt="b [c]" title="d"></p>',
  '<p><del>a</del> <a href="https://a.example/b">https://a.example/b</a></p>',
] as const
const toFlat = (html: string) =>
  html.replaceAll(/\n(?=<)|(?<=<br>|<li>|<\/li>)\n|(?<!<\/code>)\n$/g, '').replaceAll('\n</code>', '</code>')

for (const html of BACK)
  test(`HTML → Markdown → HTML: ${html.slice(0, 60)}`, async () => {
    const text = htmlToMarkdown(html)
    assert.equal(toFlat(await toHtml(text)), toFlat(html), text)
  })

for (const [title, html, expected] of [
  ['what is not shown goes', '<head><title>x</title></head><style>a</style>b<script>c</script><template>d</template>', 'b\n'],
  [
    'a table for layout is no table',
    '<table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>',
    '| a   | b   |\n| --- | --- |\n',
  ],
  [
    'columns that one cell spans',
    '<table><tr><th colspan=2>a</th></tr><tr><td>1</td><td>2</td></tr></table>',
    '| a   |     |\n| --- | --- |\n| 1   | 2   |\n',
  ],
  [
    'lists in cells, which Markdown cannot hold',
    '<table><tr><th>a</th></tr><tr><td>x<ul> <li><p>b</p><p>c</p></li>\n<li></li><li><b>d</b><ol start=3><li>e</li></ol></li></ul>f</td></tr></table>',
    '| a                                     |\n| ------------------------------------- |\n| x<br>• b<br>c<br>• **d**<br>3. e<br>f |\n',
  ],
  ['Chinese columns', '<table><tr><th>名称</th><th>a</th></tr></table>', '| 名称 | a   |\n| ---- | --- |\n'],
  ['a link around blocks', '<a href="x"><h3>a</h3><p>b</p></a>', '[a b](x)\n'],
  ['a harmful link', '<a href="javascript:x">a</a>', 'a\n'],
  ['white space around emphasis', '<p>a<b> b </b>c</p>', 'a **b** c\n'],
  [
    'wide and no-break spaces within emphasis',
    '<p>a<b>\u3000b&nbsp;</b>c <i>&nbsp;</i><del>x&nbsp; </del>y</p>',
    'a\u3000**b**\u00a0c \u00a0~~x~~\u00a0 y\n',
  ],
  ['a break and a wide space at the end of emphasis', '<p><i>a<br>\u3000</i>b</p>', '*a*\\\n\u3000b\n'],
  [
    'a list that begins with 3 behind words',
    '<ul><li>a<ol start=3><li>b</ol><li>c<ol><li>d</ol></ul>',
    '- a\n\n  3. b\n- c\n  1. d\n',
  ],
  ['breaks around a paragraph', '<br><p><br>a<br></p><br>', 'a\n'],
  [
    'an empty item with a number',
    '<ol><li>a</li><li></li><li>c<ol><li></li><li>d</li></ol></li></ol>',
    '1. a\n2.\n3. c\n\n   1.\n   2. d\n',
  ],
  ['code of an empty line', '<pre><code>\n</code></pre>', '```\n\n```\n'],
  ['code of nothing', '<pre><code></code></pre>', '```\n```\n'],
  ['an empty item behind a line', '<ul><li>a<ul><li></li></ul></li></ul>', '- a\n'],
  ['an empty line at the beginning of code', '<pre><code>\n a\n</code></pre>', '```\n\n a\n```\n'],
  ['a line break behind <pre>', '<pre>\n\n a\n</pre><pre>\n<code>b</code></pre>', '```\n\n a\n```\n\n```\nb\n```\n'],
  ['nothing', '<div> </div>', ''],
] as const)
  test(`HTML → Markdown: ${title}`, () => assert.equal(htmlToMarkdown(html), expected))

const words = fc
  .array(
    fc.constantFrom(
      'a',
      ' ',
      '*',
      '**',
      '_',
      '`',
      '``',
      '[',
      '](x)',
      '!',
      '&lt;b>',
      '&amp;lt;',
      '\\',
      '# ',
      '- ',
      '1. ',
      '+',
      '|',
      '~~',
      '---',
      '=',
      'http://a.b/c_d_',
      'www.a.b',
      'x@y.z',
      '中',
      '“',
      '<br>',
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((pieces) => pieces.join(''))
const inline = fc.oneof(
  words,
  fc
    .tuple(fc.constantFrom('b', 'i', 's', 'code', 'kbd'), words, words)
    .map(([name, first, second]) => `<${name}>${first}<i>${second}</i></${name}>`),
  words.map((text) => `<a href="u">${text}</a>`),
)
const block = fc
  .tuple(fc.constantFrom('p', 'h2', 'blockquote', 'pre'), fc.array(inline, { minLength: 1, maxLength: 4 }))
  .map(([name, pieces]) => `<${name}>${pieces.join('')}</${name}>`)
/** What is shown, but for white space. */
const toShown = async (html: string) => (await htmlToText(html.replaceAll('<br>', ' '))).replaceAll(/\s/g, '')

test('HTML → Markdown → HTML: no word is lost, and no mark comes', () =>
  fc.assert(
    fc.asyncProperty(block, async (html) => assert.equal(await toShown(await toHtml(htmlToMarkdown(html))), await toShown(html))),
    { numRuns: 1000 },
  ))

const SIZE = 50_000
const repeat = (piece: string) => piece.repeat(SIZE / piece.length)

test('Markdown: no text runs away', { timeout: 60_000 }, async () => {
  for (const piece of [
    '[',
    '[a](',
    '*a **a ',
    '_a ',
    '![[]()',
    '[a](<b',
    '<a ',
    '<a b="',
    'a<![CDATA[',
    '~~a ',
    '`a``b',
    '- a\n',
    'a@',
    'www.a.',
    '<!-- ',
  ])
    await toHtml(repeat(piece))
  await toHtml(`${'['.repeat(SIZE)}a${']'.repeat(SIZE)}`)
  for (const piece of ['<', '<br>', '<b>a</b>', '<p>', '<td>', '`', '<i>a</i><b>b</b>']) htmlToMarkdown(repeat(piece))
  for (const wide of [' '.repeat(SIZE), '#'.repeat(SIZE), '- '.repeat(SIZE)])
    htmlToMarkdown(`<p>${wide}x<code>${wide}</code></p>`)
})

test('Markdown: labels end where the parser ends them by itself', async () => {
  const { default: createParser } = await import('markdown-it')
  const options = { html: true, linkify: true, maxNesting: 100 }
  const plain = createParser(options)
  const ours = createParser(options)
  keepLabelEnds(ours)
  makeLightTokens(ours, createParser.Token)
  const pieces =
    '[¦[¦](¦)¦]¦](/u)¦][r]¦[]¦![¦](x "t")¦`¦``¦*¦_¦<b>¦<a>¦</a>¦<!--¦-->¦<?¦?>¦<http://e.com>¦http://e.com/a_b ¦\\¦\n¦\n\n¦[r]: /u\n\n¦- ¦> ¦a¦中¦![a](b)¦[![a]'.split(
      '¦',
    )
  const deep = ['['.repeat(60), '!['.repeat(60), ']'.repeat(60), '](/u)'.repeat(60), '*a '.repeat(40)]
  const text = fc
    .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...pieces) }, fc.constantFrom(...deep)), { maxLength: 40 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, (markdown) => assert.equal(ours.render(markdown), plain.render(markdown))),
    { numRuns: 300 },
  )
})

test('too many levels are refused, none is left out', async () => {
  await assert.rejects(toHtml('>'.repeat(200)), { key: 'too_large' })
  await assert.rejects(toHtml(Array.from({ length: 60 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n')), {
    key: 'too_large',
  })
  assert.match(await toHtml(`${'> '.repeat(90)}deep`), /deep/)
  assert.throws(() => htmlToMarkdown(`${'<ul><li>'.repeat(60)}a`), { key: 'too_large' })
  assert.throws(() => htmlToMarkdown('<b>'.repeat(2000)), { key: 'too_large' })
})

test('Markdown without HTML becomes what cleaning leaves as it is', async () => {
  const pieces =
    '# ¦\n¦\n\n¦- ¦1. ¦> ¦    ¦```js x\n¦~~~ a"b<c>&d\n¦`¦*¦**¦_¦~~¦[¦](¦)¦![¦<¦>¦&amp;¦&#34;¦"¦\\¦| a | b |\n¦| :- | -: |\n¦[x] ¦- [ ] a¦https://example.com/?a=1&b="2¦www.example.com¦a@b.com¦<https://e.com>¦[a](javascript:x)¦[a](/u "t<>&\\"")¦![x<y](/i.png)¦[r]: /u "t"\n¦[r]¦word¦ ¦中文¦---\n¦&#106;avascript:¦[a](data:text/html,x)¦[a](data:image/png;base64,x)¦[a](vbscript:x)¦\0¦\ud800'.split(
      '¦',
    )
  const options = { rule: 'escape', isBroken: false, hasAnchors: true } as const
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((all) => all.join(''))
  await fc.assert(
    fc.asyncProperty(text, async (markdown) => {
      const html = await markdownToHtml(markdown, options)
      assert.equal(cleanHtml(html), html)
    }),
    { numRuns: 100 },
  )
})

test('HTML within a line or a block is cleaned, beside the box of a task', async () => {
  const options = { rule: 'clean', isBroken: false, hasAnchors: false } as const
  assert.equal(await markdownToHtml('a <b onclick=x>b', options), '<p>a <b>b</b></p>\n')
  assert.equal(await markdownToHtml('<form>\n\n- [ ] a', options).then((html) => html.includes('form')), false)
  assert.match(
    await markdownToHtml('- [ ] a <input type=checkbox checked onclick=x>', options),
    /a <input type="checkbox" checked="" disabled="">/,
  )
})

test('the mark of a footnote is no word of a heading, and is kept in the cell of a table', async () => {
  const [heading] = listHeadings(parseMarkdown(await createMarkdown({ hasHtml: true }), '# Tea[^1]\n\n[^1]: old'))
  assert.deepEqual([heading?.text, heading?.anchor], ['Tea', 'tea'])
  const tokens = parseMarkdown(await createMarkdown({ hasHtml: true }), '|a[^1]|\n|-|\n\n[^1]: x')
  const cell = tokens.find(({ type }) => type === 'inline')
  assert.equal(toPlainText(cell?.children ?? [], ' '), 'a[^1]')
})
