import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { formatHtmlExactly } from './exact.ts'

const format = (text: string) => formatHtmlExactly(text, { indent: '  ' })

for (const [title, text, expected] of [
  [
    'white space becomes lines',
    '<ul> <li>one <b>bold</b></li> <li>two</li> </ul>',
    '<ul>\n  <li>one <b>bold</b></li>\n  <li>two</li>\n</ul>\n',
  ],
  ['without white space the tags break', '<ul><li>one</li><li>two</li></ul>', '<ul\n  ><li>one</li\n  ><li>two</li\n></ul>\n'],
  ['inline elements keep their distance', '<p>a<b>b</b> <i>c</i>,d</p>', '<p>a<b>b</b> <i>c</i>,d</p>\n'],
  ['text is not parted from a block', '<div>text<p>x</p>more</div>', '<div>text<p>x</p>more</div>\n'],
  [
    'pre and textarea stay',
    '<div> <pre> a\n   b </pre> <textarea> x\n y</textarea> </div>',
    '<div>\n  <pre> a\n   b </pre> <textarea> x\n y</textarea>\n</div>\n',
  ],
  [
    'a style may keep white space',
    '<div style="white-space: pre-wrap"> a\n   b </div>',
    '<div style="white-space: pre-wrap"> a\n   b </div>\n',
  ],
  [
    'scripts stay',
    '<body> <script>\nif (a  <b) { }\n</script> </body>',
    '<body>\n  <script>\nif (a  <b) { }\n</script>\n</body>\n',
  ],
  ['end tags may be left out', '<ul> <li>a <li>b </ul>', '<ul>\n  <li>a\n  <li>b\n</ul>\n'],
  [
    'a block ends a paragraph',
    '<div> <p>a <p>b <ul> <li>c </ul> </div>',
    '<div>\n  <p>a\n  <p>b\n  <ul>\n    <li>c\n  </ul>\n</div>\n',
  ],
  ['a space that may not break stays', '<p>a\n\u00a0b</p>', '<p>a\n  \u00a0b</p>\n'],
  [
    'a doctype on the line of the document gets its own',
    '<!doctype html><html><body> <p>a</p> </body></html>',
    '<!doctype html>\n<html\n  ><body>\n    <p>a</p>\n  </body\n></html>\n',
  ],
  ['spaces that are shown stay at the ends', '\u3000<b>a</b>\u00a0', '\u3000<b>a</b>\u00a0\n'],
  ['a slash belongs to a value without quotes', '<div><img alt=a/><p>b</p></div>', '<div><img alt=a/\n  ><p>b</p\n></div>\n'],
  ['lines of a text are indented', '<section> <p>one\n   two</p> </section>', '<section>\n  <p>one\n    two</p>\n</section>\n'],
] as const)
  test(`exact HTML: ${title}`, () => assert.equal(format(text), expected))

const piece = fc.constantFrom(
  '<div>',
  '</div>',
  '<b>',
  '</b>',
  '<li>',
  '<p class=a>',
  '</p>',
  '<br/>',
  '<pre>',
  '</pre>',
  ' ',
  '\n ',
  'x',
  'y z',
  '<!--c-->',
  '<img src=x />',
  '<td>',
)

/** White space between two pieces is there or is not; how much of it does not matter outside of pre. */
const toShape = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, (tag) => tag.replaceAll(/\s+(?=\/?>)/g, ''))
    .replaceAll(/\s+/g, ' ')
    .trim()

test('exact HTML: no white space comes or goes, and a second time changes nothing', () =>
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      const once = format(text)
      assert.equal(toShape(once), toShape(text))
      assert.equal(toShape(format(once)), toShape(once))
    }),
    { numRuns: 500 },
  ))

test('exact HTML: what is never closed makes the text no wider than its lines', () => {
  const paragraphs = format('<p>a <b>b</b>\n'.repeat(2_000))
  assert.equal(paragraphs.length, '<p>a <b>b</b>\n'.length * 2_000)
  const boxes = format('<div>\n'.repeat(500))
  assert.ok(boxes.length < 500 * ('<div>\n'.length + 64 * 2))
})

test('exact HTML: long runs of white space are read once', () => {
  const gap = ' '.repeat(100_000)
  assert.equal(format(`<p>a${gap}b</p>`).length, gap.length + 10)
  assert.ok(format(`<ul><li title="${gap}">a</ul>`).includes(gap))
})
