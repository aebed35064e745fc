import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlToText } from './to-text.ts'

for (const [title, html, text] of [
  [
    'blocks are lines',
    '<h1>Title</h1>\n<p>One <b>two</b>\n three.</p><div>a</div><div>b<br>c</div>',
    'Title\n\nOne two three.\n\na\nb\nc',
  ],
  ['references become characters', '<p>Ink &amp; Oak &#x4e2d;&nbsp;&lt;b&gt; &copy;</p>', 'Ink & Oak 中\u00a0<b> ©'],
  [
    'what is not shown goes',
    '<head><title>t</title></head><style>a{}</style><script>if (a<b) x()</script><!-- c --><p>seen</p><svg><text>no</text></svg>',
    'seen',
  ],
  ['data inside a sentence does not part it', '<p>Price <meta itemprop=c content=USD> 5</p>', 'Price 5'],
  ['lists have dashes', '<ul><li>one</li><li>two <i>more</i></li></ul>', '- one\n- two more'],
  [
    'numbered lists have numbers',
    '<ol start="3"><li>a<li>b<ul><li>c</ul><li value=9>d<li>e</ol><ol><li>f</ol><li>g',
    '3. a\n4. b\n\n- c\n\n9. d\n10. e\n\n1. f\n\n- g',
  ],
  ['cells have tabs', '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>', 'a\tb\n1\t2'],
  ['pre keeps its white space', '<pre> x\n  y &lt;</pre><p>z</p>', ' x\n  y <\n\nz'],
  ['but not a line end behind its tag', '<p>a </p><pre>\n\n x </pre>b', 'a\n\n\n x \n\nb'],
  ['wide spaces stay', '<p>\u3000\u3000一 <br> \u00a0二\u2003</p>', '\u3000\u3000一\n\u00a0二\u2003'],
  ['textarea too', 'a <textarea> b\n c</textarea>', 'a  b\n c'],
] as const)
  test(`HTML to text: ${title}`, async () => assert.equal(await htmlToText(html), text))

test('HTML to text: spaces that end nowhere take no time', async () => {
  for (const run of [' ', '\t', ' \t', '\n']) {
    const text = `${run.repeat(200_000)}x`
    assert.equal(await htmlToText(`<pre>a${text}</pre>`), `a${text}`)
  }
})
