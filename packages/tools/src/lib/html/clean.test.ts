import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { cleanHtml } from './clean.ts'

for (const [title, html, expected] of [
  ['a script goes with its content', 'a<script>x("<b>")</script>b', 'ab'],
  ['a script without an end takes the rest', 'a<script>x', 'a'],
  ['a style, a frame, a form', '<style>p{}</style><iframe src=x>y</iframe><form action=x><input name=a></form>', ''],
  ['vector graphics', '<svg><a href="javascript:x"><text>y</text></a></svg>z', 'z'],
  ['handlers and styles', '<p onclick="x" style="y" OnLoad=z title="t">a</p>', '<p title="t">a</p>'],
  ['an address that is a program', '<a href="javascript:x">a</a>', '<a>a</a>'],
  ['… with references and white space', '<a href=" &#x6A;ava&Tab;script&colon;x">a</a>', '<a>a</a>'],
  [
    'data that is no picture',
    '<img src="data:text/html,x"><img src="data:image/png;base64,AA==">',
    '<img><img src="data:image/png;base64,AA==">',
  ],
  ['comments, processing, declarations', '<!-- <b> --><?php x ?><!DOCTYPE a>b', 'b'],
  ['what is no tag', 'a < b <3 <a" <', 'a &lt; b &lt;3 &lt;a" &lt;'],
  ['a quote in a value', `<p title='a"b<c'>x</p>`, '<p title="a&quot;b&lt;c">x</p>'],
  ['unknown elements leave their text', '<x-a onclick=y>b</x-a>', 'b'],
  ['elements of other namespaces, too', 'a<o:p class="x">b</o:p><w:br/>', 'ab'],
  ['what is open is closed', '<div><b>a</div>c</i>', '<div><b>a</b></div>c'],
  ['a tag that never ends', '<p><a href="', '<p>&lt;a href="</p>'],
  [
    'only boxes of tasks',
    '<input type=text autofocus><input type=checkbox checked>',
    '<input type="checkbox" checked="" disabled="">',
  ],
  [
    'classes of languages',
    '<code class="language-c++">a</code><p class="modal">b</p>',
    '<code class="language-c++">a</code><p>b</p>',
  ],
  ['references in a value stay values', '<a href="?a=1&amp;lt=2">x</a>', '<a href="?a=1&amp;lt=2">x</a>'],
] as const)
  test(`clean HTML: ${title}`, () => assert.equal(cleanHtml(html), expected))

const piece = fc.constantFrom(
  '<', '>', '"', "'", '=', '/', ' ', 'a', '<b', '</b>', '<script', '<script>', '</script>', '<!--', '-->', '<img src=', '<p title="',
  'onerror=x', 'javascript:', '<svg>', '<style>', '</style>', '<a href="', '&#106;', '`', '\n', '<textarea>', '<math>', '\u0000',
) // prettier-ignore

test('clean HTML: cleaned once more it is the same, and every tag is one of ours', () =>
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const clean = cleanHtml(pieces.join(''))
      assert.equal(cleanHtml(clean), clean)
      for (const [tag] of clean.matchAll(/<[^>]*>?/g)) {
        assert.match(tag, /^<(?:\/?[abp]|img)(?: (?:href|src|title)="[^"<>]*")*>$/)
        assert.doesNotMatch(tag, /(?:href|src)="\s*javascript:/)
      }
    }),
    { numRuns: 1000 },
  ))
