import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Container } from 'postcss'
import { isAppError } from '@octet/core/errors.ts'
import { checkBrackets } from './brackets.ts'
import { parseCss, writeCss } from './format.ts'

const format = async (text: string, indent = '  ') => writeCss(await parseCss(text), { indent })

/** The rules as data, white space aside where CSS does not mind it. */
function toMeaning(container: Container): unknown {
  const squash = (text: string) =>
    text
      .replaceAll('/**/', '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ?([,>~+()]) ?/g, '$1')
      .trim()
  return (container.nodes ?? [])
    .filter(({ type }) => type !== 'comment')
    .map((node) => {
      if (node.type === 'decl')
        return [node.prop, node.prop.startsWith('--') ? node.value.trim() : squash(node.value), node.important ?? false]
      if (node.type === 'rule') return [squash(node.selector), toMeaning(node)]
      return node.type === 'atrule'
        ? [node.name, squash(node.params).replaceAll(/ ?(:|[<>]?=) ?/g, '$1'), node.nodes ? toMeaning(node) : null]
        : []
    })
}

const MODERN = `@charset "utf-8";
@import url(x.css) layer(base) supports(display: grid);
@layer reset, base;
:root{--empty:;--json: {"a": [1,  2]} ;--x:1px}
.card{color:red;&:hover{color:blue}.title &{a:b}> p{margin:0 auto!important}@media (width >= 600px){padding:1px}}
@container side (400px <= width <= 700px){.a:is(.b , .c)::before{content:"a  b \\"}";width:calc( 1px + 2px )}}
@property --p{syntax:'<length>';inherits:false;initial-value:0px}
@supports not (display:grid) { a{b:c} }
a[href $= ".pdf" i] ~ b+c,li:nth-child( 2n + 1 ) > i{background:url( data:image/png;base64,AA== ) no-repeat,#FFF}
@font-face{font-family:X;src:url("a b.woff2")format("woff2")}
.empty{}
@media print{*{color:#000}}
.ie{*zoom:1;_height:1px;filter:progid:X.Y(a=1,b='2')}
/*! keep */ /* drop */
.a/**/.b{grid-area:1 / 2/3}`

test('a comment that is kept becomes no part of the custom property before it', async () => {
  assert.equal(writeCss(await parseCss('a { --b: ; /*! c */ } d { e: f; /* g */ }'), { indent: '' }), 'a{--b: ;/*! c */}d{e:f}')
})

test('no rule is lost: nesting, layers, containers, range media, properties, hacks', async () => {
  const source = await parseCss(MODERN)
  const pretty = await format(MODERN)
  const short = await format(MODERN, '')
  assert.deepEqual(toMeaning(await parseCss(pretty)), toMeaning(source))
  assert.deepEqual(toMeaning(await parseCss(short)), toMeaning(source))
  assert.equal(await format(pretty, ''), short)
  assert.equal(await format(pretty), pretty)
  assert.ok(
    short.includes('/*! keep */') && !short.includes('drop') && short.includes('.a.b{') && short.includes('*zoom:1;_height:1px'),
  )
  assert.ok(short.length < MODERN.length)
})

for (const [text, long, short] of [
  [
    '@media (min-width:1px) and (400px<=width<=700px){a{b:c}}',
    '@media (min-width: 1px) and (400px <= width <= 700px) {',
    '@media (min-width:1px) and (400px<=width<=700px){',
  ],
  [
    '@container s (width>1px) and style(--a:b){a{b:c}}',
    '@container s (width > 1px) and style(--a:b) {',
    '@container s (width>1px) and style(--a:b){',
  ],
  ['@supports not (display:grid){a{b:c}}', '@supports not (display: grid) {', '@supports not (display:grid){'],
  [
    '@supports selector(a:hover) and (--a: ){a{b:c}}',
    '@supports selector(a:hover) and (--a:) {',
    '@supports selector(a:hover) and (--a:){',
  ],
  ['@media (aspect-ratio : 16/9){a{b:c}}', '@media (aspect-ratio: 16/9) {', '@media (aspect-ratio:16/9){'],
] as const)
  test(`${text} is spaced as usual`, async () => {
    assert.equal((await format(text)).split('\n')[0], long)
    assert.ok((await format(text, '')).startsWith(short))
  })

for (const [text, line, column] of [
  ['a{b:"x\ny"}', 1, 5],
  ["a{b:c}\n@import 'x\n';", 2, 9],
] as const)
  test(`a string over the end of its line is refused: ${JSON.stringify(text)}`, async () => {
    await assert.rejects(
      parseCss(text),
      (error) => isAppError(error) && error.details?.['line'] === line && error.details['column'] === column,
    )
  })

for (const [text, formatted] of [
  ['a/* 1 */{b/* 2: */:/* 3 */c}', 'a /* 1 */ {\n  b /* 2: */: /* 3 */ c;\n}\n'],
  ['.a /**/ .b{--c:/* 4 */ d}', '.a /**/ .b {\n  --c: /* 4 */ d;\n}\n'],
  ['@media/* 5 */screen/* 6 */{}', '@media /* 5 */ screen /* 6 */ {\n}\n'],
  ['@import /* 7 */ "x";', '@import /* 7 */ "x";\n'],
] as const)
  test(`every comment stays when CSS is formatted: ${text}`, async () => {
    assert.equal(await format(text), formatted)
    assert.equal(await format(formatted), formatted)
    assert.doesNotMatch(await format(text, ''), /\d \*/)
  })

test('quotes in comments, URLs and escapes are no strings, and strings may have escaped line breaks', async () => {
  for (const text of ["/* it's\n */a{b:c}", "a{b:url(it's\n)}", 'a{b:"x\\\ny"}', ".it\\'s{\nb:c}", 'a{b:""}\na{b:"c"}'])
    await parseCss(text)
})

const word = fc.constantFrom('a', '.b', '#c', '*', '[d="e  f"]', ':not(.g , .h)', '&', 'i::before')
const gap = fc.constantFrom('', ' ', '\n ', ' /* c */ ')
const selector = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ' > ', '>', '+', ' ~ ', ' , ')), { minLength: 1, maxLength: 3 })
  .map((parts) => `${parts.map(([each, mark]) => each + mark).join('')}z`)
const value = fc
  .array(
    fc.constantFrom('1px', 'red', '"x  , y"', 'rgb( 1 , 2,3 )', 'calc(1px + -2px)', 'url(a b)', ',', '/', 'var(--a , 1px)'),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(' '))
const rule = fc.letrec<{ rule: string }>((tie) => ({
  rule: fc
    .tuple(
      selector,
      gap,
      fc.array(
        fc.oneof(
          { maxDepth: 3 },
          fc
            .tuple(fc.constantFrom('color', '--v', 'grid-area'), gap, value, gap)
            .map(([name, a, text, b]) => `${name}:${a}${text}${b};`),
          tie('rule'),
          tie('rule').map((inner) => `@media (width > 1px){${inner}}`),
        ),
        { maxLength: 3 },
      ),
    )
    .map(([head, space, body]) => `${head}${space}{${body.join(space)}}`),
})).rule

test('formatting and minifying keep the rules as they are', async () => {
  await fc.assert(
    fc.asyncProperty(rule, async (source) => {
      const pretty = await format(source)
      const strip = (text: string) => text.replaceAll(/\s*\/\*.*?\*\/\s*/g, ' ')
      assert.deepEqual(toMeaning(await parseCss(strip(pretty))), toMeaning(await parseCss(strip(source))))
      assert.equal(await format(pretty, ''), await format(source, ''))
      assert.equal(await format(pretty), pretty)
    }),
    { numRuns: 300 },
  )
})

for (const [source, line, column, en] of [
  ['a{color:red', 1, 1, 'the “{” of this rule is never closed'],
  ['a{}\n}', 2, 1, 'a “}” too many'],
  ['a{color}', 1, 3, 'expected a declaration such as color: red, got “color”'],
  ['a{b:"x\n}', 1, 5, 'this quote is never closed'],
  ['a{b:(}', 1, 5, 'this bracket is never closed'],
  ['/* x', 1, 1, 'this comment is never closed with */'],
  ['@', 1, 1, 'expected a name after @'],
] as const)
  test(`${JSON.stringify(source)} is refused with its place and what is wrong`, async () => {
    await assert.rejects(format(source), (error: unknown) => {
      assert.ok(isAppError(error))
      assert.deepEqual([error.key, error.details['line'], error.details['column']], ['syntax_error', line, column], error.message)
      assert.equal(error.message, `CSS, line ${line}, column ${column}: ${en}`)
      return true
    })
  })

test('LESS and SCSS: brackets and texts are checked, // comments too', () => {
  checkBrackets("// it's fine\n$a: 1px; .a { &:hover { b: url(//x.org/a'b) } }", 'SCSS')
  assert.throws(() => checkBrackets('.a { b: c(1; }', 'SCSS'), {
    key: 'syntax_error',
    message: 'SCSS, line 1, column 14: expected “)”, got “}”',
  })
  assert.throws(() => checkBrackets('.a {', 'LESS'), { key: 'syntax_error' })
})

test('20,000 levels and long texts end in time', async () => {
  const since = performance.now()
  await assert.rejects(format('a{'.repeat(20_000) + '}'.repeat(20_000)), { key: 'too_large' })
  await format(`a{b:${'('.repeat(10_000)}${')'.repeat(10_000)}}`)
  await format('a{b:c}\n'.repeat(5_000), '')
  await format(`${'a,'.repeat(20_000)}b{c:d}`)
  assert.ok(performance.now() - since < 60_000)
})

test('what CSS does not know is named in both languages', () =>
  assert.rejects(parseCss('.a { b }'), (error: { details: { reason: { en: string; zh: string } } }) => {
    assert.deepEqual(error.details.reason, {
      en: 'expected a declaration such as color: red, got “b”',
      zh: '无法识别“b”，可能缺少冒号或分号',
    })
    return true
  }))
