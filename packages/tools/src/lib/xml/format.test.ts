import assert from 'node:assert/strict'
import { test } from 'node:test'
import { XMLValidator } from 'fast-xml-parser'
import * as fc from 'fast-check'
import { isAppError } from '@octet/core/errors.ts'
import { formatXml } from './format.ts'
import { findXmlDoubts } from './doubts.ts'
import { scanXml } from './scan.ts'
import { parseXmlTree } from './tree.ts'

const breathe = () => undefined
const format = (text: string, indent = '  ') => formatXml(text, { indent, breathe })

const name = fc.constantFrom('a', 'b:c', 'd-1', '中')
const words = fc
  .stringMatching(/^[a-z &;<>"'\n]{0,12}$/)
  .map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
const space = fc.constantFrom('', ' ', '\n  ')
const element = fc.letrec<{ node: string }>((tie) => ({
  node: fc
    .tuple(
      name,
      fc.dictionary(fc.constantFrom('x', 'y', 'xml:lang'), words, { noNullPrototype: true }),
      fc.array(
        fc.oneof({ maxDepth: 4 }, space, words, fc.constantFrom('<!-- n -->', '<![CDATA[ <x> ]]>', '<?p i?>'), tie('node')),
        { maxLength: 4 },
      ),
    )
    .map(([tag, attributes, parts]) => {
      const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`)
      return parts.length ? `<${tag}${list.join('\n')}>${parts.join('')}</${tag}>` : `<${tag}${list.join('')}/>`
    }),
})).node

/** The document without the white space between elements where there is nothing else. */
function toMeaning(text: string): unknown {
  const strip = ({ name, attributes, children, text }: ReturnType<typeof parseXmlTree>): unknown => [
    name,
    attributes,
    children.map(strip),
    children.length > 0 && text.trim() === '' ? '' : text,
  ]
  return strip(parseXmlTree(text))
}

test('formatting keeps names, attributes and text; minify(format(x)) is minify(x)', async () => {
  await fc.assert(
    fc.asyncProperty(element, async (source) => {
      const pretty = await format(source)
      assert.deepEqual(toMeaning(pretty), toMeaning(source))
      assert.equal(await format(pretty), pretty)
      assert.equal(await format(pretty, ''), await format(source, ''))
      assert.equal(XMLValidator.validate(pretty), true)
    }),
    { numRuns: 400 },
  )
})

for (const [source, column, reason] of [
  ['<a><b></a>', 7, 'expected </b>, got </a>'],
  ['<a>', 1, '<a> is never closed; expected </a>'],
  ['<a x=1/>', 6, 'expected the value of x in quotes'],
  ['<a x="1" x="2"/>', 10, 'the attribute x appears twice'],
  ['<a x="1"y="2"/>', 9, 'expected a space, “>” or “/>”'],
  ['<a>&</a>', 4, '“&” begins an entity; write &amp; for the character'],
  ['<a/><b/>', 5, 'a document has one root element; a second begins here'],
  ['<a><!DOCTYPE a></a>', 4, 'a single <!DOCTYPE is allowed, before the root element'],
  ['<a/><!DOCTYPE a>', 5, 'a single <!DOCTYPE is allowed, before the root element'],
  ['<!DOCTYPE ><a/>', 11, 'expected the name of the root element'],
  ['<!DOCTYPE a b><a/>', 13, 'expected “>”, “[”, SYSTEM or PUBLIC'],
  ['<!DOCTYPE a SYSTEM b><a/>', 20, 'expected an address in quotes'],
  ['<!DOCTYPE a PUBLIC "b"><a/>', 23, 'expected an address in quotes'],
  ['<!DOCTYPE a [<!-- ><a/>', 1, '<!DOCTYPE is never closed by “>”'],
  ['<!DOCTYPE a><!DOCTYPE a><a/>', 13, 'a single <!DOCTYPE is allowed, before the root element'],
  ['<a/>\u00a0', 5, 'text after the root element'],
  ['<a/>x', 5, 'text after the root element'],
  ['<a><!-- </a>', 4, 'expected “-->” before the end'],
  ['<a>]]></a>', 4, '“]]>” must not appear in text; write ]]&gt;'],
  ['', 1, 'expected a root element'],
  ['</a>', 1, '</a> closes nothing'],
  [' <?xml version="1.0"?><a/>', 2, '<?xml …?> must be at the very beginning'],
  ['<1/>', 1, '“<” begins an element; write &lt; for the character'],
  ['<? x?><a/>', 3, 'expected a name and a space after “<?”'],
  ['<a><?x"y"?></a>', 7, 'expected a name and a space after “<?”'],
  ['<?xml ersion="1.0"?><a/>', 1, 'expected <?xml version="1.0" encoding="…" standalone="…"?>, the last two are optional'],
  ['<a>\u0001</a>', 4, 'XML 1.0 has no character U+0001'],
  ['<a b="\ufffe"/>', 7, 'XML 1.0 has no character U+FFFE'],
  ['<a>\ud83d</a>', 4, 'XML 1.0 has no character U+D83D'],
  ['<a>&#0;</a>', 4, '&#0; is not a character of XML 1.0'],
  ['<a b="&#xD800;"/>', 7, '&#xD800; is not a character of XML 1.0'],
  ['<a>&#x110000;</a>', 4, '&#x110000; is not a character of XML 1.0'],
  ['<?XML version="1.0"?><a/>', 1, 'expected <?xml in small letters, got <?XML'],
  ['<a><?xml version="1.0"?></a>', 4, '<?xml …?> must be at the very beginning'],
  ['<a><!-- a -- b --></a>', 11, '“--” must not appear in a comment'],
  ['<a><!-- a ---></a>', 11, '“--” must not appear in a comment'],
] as const)
  test(`${source}: ${reason}`, () => {
    assert.throws(
      () => [...scanXml(source)],
      (error: unknown) => isAppError(error) && error.message === `XML, line 1, column ${column}: ${reason}`,
    )
  })

// What xmllint 2.9 refuses, or calls a namespace error, although the text is put together well.
for (const [source, doubts] of [
  [
    '<a>x &nbsp; &amp; &#160;</a>',
    ['6 &nbsp; is not declared: parsers refuse it. Write the character, or a reference such as &#160;'],
  ],
  ['<a b="&unknown;"/>', ['7 &unknown; is not declared: parsers refuse it. Write the character, or a reference such as &#160;']],
  ['<!DOCTYPE a [<!ENTITY nbsp "&#160;">]><a>&nbsp;</a>', []],
  ['<a><![CDATA[&nbsp;]]><!-- &nbsp; --></a>', []],
  ['<a:b xml:lang="en"/>', ['2 the prefix a is declared nowhere']],
  ['<a xmlns:p="u"><p:b p:c="1"/></a>', []],
  ['<r><a xmlns:p="u"/><p:b/></r>', ['21 the prefix p is declared nowhere']],
  ['<a p:q="1" q="2"/>', ['4 the prefix p is declared nowhere']],
  ['<a xmlns:x="u" xmlns:y="u" x:b="1" y:b="2"/>', ['36 b of u appears twice']],
  ['<a xmlns:p=""/>', ['4 the prefix p is bound to nothing']],
  ['<a xmlns:xml="http://x"/>', ['4 xml and http://www.w3.org/XML/1998/namespace belong together only']],
  ['<a:b:c xmlns:a="u"/>', ['2 a:b:c is no name with one prefix']],
] as const)
  test(`doubts about ${source}: ${doubts.length}`, () =>
    assert.deepEqual(
      findXmlDoubts(source).map(({ offset, what }) => `${offset + 1} ${what.en}`),
      doubts,
    ))

test('what is well-formed stays: doctype, entities, CDATA, preserved space', async () => {
  const source = '<!DOCTYPE a [<!ENTITY e "<x>">]><a xml:space="preserve"> <b/> </a>'
  assert.equal(await format(source), '<!DOCTYPE a [<!ENTITY e "<x>">]>\n<a xml:space="preserve"> <b/> </a>')
  assert.equal(await format('<a>&custom; <![CDATA[ & ]]></a>'), '<a>&custom; <![CDATA[ & ]]></a>')
})

test('no entity is expanded: XXE and billion laughs are errors, deep nesting too', async () => {
  assert.throws(() => parseXmlTree('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///x">]><a>&x;</a>'), { key: 'syntax_error' })
  assert.throws(() => parseXmlTree('<!DOCTYPE a [<!ENTITY l "lol"><!ENTITY m "&l;&l;">]><a b="&m;"/>'), { key: 'syntax_error' })
  await assert.rejects(format('<a>'.repeat(50_000)), { key: 'too_large' })
})

test('large documents and long attributes take linear time', async () => {
  const many = `<r>${'<i a="1" b="2">text</i>'.repeat(40_000)}</r>`
  const wide = `<r ${Array.from({ length: 20_000 }, (_, i) => `a${i}="x"`).join(' ')}/>`
  const since = performance.now()
  await format(many)
  await format(wide)
  assert.ok(performance.now() - since < 60_000)
})
