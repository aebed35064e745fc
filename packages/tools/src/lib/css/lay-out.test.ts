import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import beautify from 'js-beautify'
import { layOutStyles } from './lay-out.ts'

const PIECES = [
  '{',
  '}',
  '{',
  '}',
  ';',
  ';',
  ':',
  ',',
  '(',
  ')',
  '"a"',
  "'b'",
  '"',
  '$a',
  '$a: ',
  '$m:(',
  '@media ',
  '@media (a:b)',
  '@include x',
  '@font-face ',
  '@supports ',
  '@x:',
  '@{v}',
  '#{$a}',
  '#',
  '.a',
  'a',
  '&:hover',
  '::before',
  ' ',
  '\n',
  '\n\n',
  '	',
  '\r\n',
  '//c\n',
  '/* d */',
  '/*',
  'url(',
  'url(x.png)',
  'grid-template-areas:',
  'with(',
  '>',
  '+',
  '=',
  '!important',
  '\\',
  '\\,',
  '[a=b]',
  '1px',
  'é',
  '/* beautify ignore:start */',
  '/* beautify ignore:end */',
  'color:red;',
  'a:hover{',
  'a:b;',
  '}\n',
]

/** How the library is told to lay out LESS and SCSS, and how it lays out styles within HTML. */
const OPTIONS = {
  whole: {
    end_with_newline: true,
    newline_between_rules: true,
    selector_separator_newline: true,
    space_around_combinator: true,
  },
  inner: { end_with_newline: false, max_preserve_newlines: 1, eol: '\n' },
} as const

for (const kind of ['whole', 'inner'] as const)
  test(`styles are laid out as the library lays them out: ${kind}`, () => {
    const pieces = kind === 'whole' ? PIECES : PIECES.filter((piece) => !piece.includes('\r'))
    const shapes = fc.array(fc.constantFrom(...pieces), { maxLength: 30, size: 'max' })
    fc.assert(
      fc.property(shapes, fc.constantFrom('  ', '    ', '\t'), (parts, indent) => {
        const text = parts.join('')
        fc.pre(kind === 'inner' || !text.includes('>=')) // the library parts it
        const isTab = indent === '\t'
        const sizes = { indent_size: isTab ? 1 : indent.length, indent_char: indent.charAt(0) }
        const expected = beautify.css(text, { ...sizes, ...OPTIONS[kind] })
        // It writes the word for a character behind a backslash that ends the text.
        if (expected.includes('null')) return
        assert.equal(layOutStyles(text, { indent, isInner: kind === 'inner' }), expected, JSON.stringify(text))
      }),
      { numRuns: 2000, seed: 1 },
    )
  })

for (const [text, laid] of [
  ['@if $a>=1{b{c:d}}', '@if $a >= 1 {\n  b {\n    c: d\n  }\n}\n'],
  ['@while f($i)  >=  0 { b:c }', '@while f($i) >= 0 {\n  b: c\n}\n'],
  ['@return $a >=\n$b;', '@return $a >= $b;\n'],
  ['a[b~=c],d [e ~= "f"]{g:h}', 'a[b~=c],\nd [e~="f"] {\n  g: h\n}\n'],
  ['.a{&[b~=c]>d{e:f}}', '.a {\n  &[b~=c] > d {\n    e: f\n  }\n}\n'],
  ['a~b>c{d:e}', 'a ~ b > c {\n  d: e\n}\n'],
] as const)
  test(`signs of two characters stay one: ${JSON.stringify(text)}`, () => {
    assert.equal(layOutStyles(text, { indent: '  ' }), laid)
  })

for (const unit of ['a', '7', '$a', '@a', ':a', 'a:(b)', '\\"', '"a"', '[]', '!', 'a{b:c;}', '/**/', 'grid-template:'])
  test(`400,000 characters of ${unit} in a rule take no time but for their length`, () => {
    const text = `.a{b:${unit.repeat(400_000 / unit.length)}}`
    const bare = (each: string) => each.replaceAll(/\s/g, '')
    assert.equal(bare(layOutStyles(text, { indent: '  ' })), bare(text))
  })

test('what nests too deep is refused', () => {
  assert.throws(() => layOutStyles('{'.repeat(300) + '}'.repeat(300), { indent: ' ' }), { key: 'too_large' })
  assert.throws(() => layOutStyles('$a: $b:;\n'.repeat(300), { indent: ' ' }), { key: 'too_large' })
})
