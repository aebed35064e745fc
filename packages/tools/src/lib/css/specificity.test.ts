import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCss } from './format.ts'
import { findSpecificity, listSelectors } from './specificity.ts'

// The first rows are the examples of Selectors 4 §17.
for (const [selector, expected] of [
  ['*', '0,0,0'],
  ['LI', '0,0,1'],
  ['UL LI', '0,0,2'],
  ['UL OL+LI', '0,0,3'],
  ['H1 + *[REL=up]', '0,1,1'],
  ['UL OL LI.red', '0,1,3'],
  ['LI.red.level', '0,2,1'],
  ['#x34y', '1,0,0'],
  ['#s12:not(FOO)', '1,0,1'],
  ['.foo :is(.bar, #baz)', '1,1,0'],
  [':is(em, #foo)', '1,0,0'],
  ['.qux:where(em, #foo#bar#baz)', '0,1,0'],
  [':nth-child(even of li, .item)', '0,2,0'],
  [':not(em, strong#foo)', '1,0,1'],
  ['a:hover::before', '0,1,2'],
  ['p:first-line', '0,0,2'],
  ['*|*', '0,0,0'],
  ['svg|a, x', '0,0,2'],
  ['::slotted(#a)', '1,0,1'],
  [':host(.x) p', '0,2,1'],
  ['::part(foo)', '0,0,1'],
  ['a[title="]#x.y"]', '0,1,1'],
  ['.a\\:b\\#c > .中文', '0,2,0'],
  ['td || col', '0,0,2'],
  [':has(> img#a)', '1,0,1'],
  ['a/* #no */b', '0,0,2'],
  [':lang(de, fr)', '0,1,0'],
  ['::view-transition-old( * )', '0,0,0'],
  ['::view-transition-old(card)', '0,0,1'],
  ['::view-transition-group(*.card)', '0,0,1'],
] as const)
  test(`specificity of ${selector}`, () => assert.equal(findSpecificity(selector).join(), expected))

test('nested selectors count with those around them', async () => {
  const css =
    '#a, .b { color: red; & c { x: y } d & { x: y } e { x: y } @media print { &.f { x: y } } }\n@keyframes k { from { x: y } }'
  assert.deepEqual(
    listSelectors(await parseCss(css)).map(({ selector, specificity }) => `${selector} ${specificity.join()}`),
    ['#a 1,0,0', '.b 0,1,0', '& c 1,0,1', 'd & 1,0,1', 'e 1,0,1', '&.f 1,1,0'],
  )
})
