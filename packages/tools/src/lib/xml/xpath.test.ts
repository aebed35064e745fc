import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryXml } from './xpath.ts'

const SHOP = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE shop>
<shop xmlns:x="urn:extra">
  <!-- all books -->
  <book id="1" x:shelf="A"><title>Ink &amp; Oak</title><price>8.95</price></book>
  <book id="2"><title lang="de">Öl<![CDATA[ <1>]]></title><price>22.99</price></book>
</shop>`

for (const [expression, value] of [
  ['//book[price < 10]/title', '<title xmlns:x="urn:extra">Ink &amp; Oak</title>'],
  ['//@id', '1\n2'],
  ['/shop/book[2]/title/@lang', 'de'],
  ['string(//book[2]/title)', 'Öl <1>'],
  ['sum(//price) > 31.9', 'true'],
  ['count(//book)', '2'],
  ['count(//processing-instruction())', '0'],
  ["//book[contains(title, 'Oak')]/@x:shelf", 'A'],
  ['concat(substring-before("a-b", "-"), normalize-space("  c  d "))', 'ac d'],
  ['number("x")', 'NaN'],
  ['//book[last()]/preceding-sibling::book/@id', '1'],
  ['local-name(/*) = "shop" and not(//none)', 'true'],
] as const)
  test(`XPath ${expression}`, async () => {
    const answer = await queryXml(SHOP, expression)
    assert.equal(answer.value.replace(' xmlns:x="urn:extra"', ''), value.replace(' xmlns:x="urn:extra"', ''))
  })

test('XPath reads every sign that a name of XML may hold', async () => {
  for (const name of ['a_b', 'XML_DATA', '_a-b.c', '名_称', 'a·b', 'a1_'])
    assert.equal(
      (await queryXml(`<r><${name} x_y="1">2</${name}></r>`, `//${name}[@x_y = 1]`)).value,
      `<${name} x_y="1">2</${name}>`,
    )
})

test('XPath matches have their places (attributes those of their values) and paths', async () => {
  const { matches } = await queryXml(SHOP, '//title | //comment() | //@lang')
  assert.deepEqual(
    matches?.map(({ path, line, column }) => [path, line, column]),
    [
      ['/shop/comment()', 4, 3],
      ['/shop/book[1]/title', 5, 28],
      ['/shop/book[2]/title', 6, 16],
      ['/shop/book[2]/title/@lang', 6, 28],
    ],
  )
  for (const { path, value } of matches ?? []) assert.equal((await queryXml(SHOP, path)).matches?.[0]?.value, value)
})

test('XPath: text is one node whatever CDATA it holds, and none stands around the document element', async () => {
  const feed =
    '<?xml version="1.0"?>\n<!DOCTYPE r>\n<!--c-->\n<r><d>\n<![CDATA[<p>]]>\n</d>a<![CDATA[b]]>&amp;<i/>c</r>\n<?end of?>\n'
  for (const [expression, value] of [
    ['count(//text())', '3'],
    ['count(/node())', '3'],
    ['count(/r/preceding-sibling::node())', '1'],
    ['normalize-space(//d/text()[1])', '<p>'],
    ['/r/text()', 'ab&\nc'],
    ['/r/text()[. = "ab&"]/following-sibling::node()[1]', '<i/>'],
    ['/', '<!DOCTYPE r>\n<!--c-->\n<r><d>\n<![CDATA[<p>]]>\n</d>a<![CDATA[b]]>&amp;<i/>c</r>\n<?end of?>'],
  ] as const)
    assert.equal((await queryXml(feed, expression)).value, value, expression)
  const { matches } = await queryXml(feed, '//text()')
  assert.deepEqual(
    matches?.map(({ path }) => path),
    ['/r/d/text()', '/r/text()[1]', '/r/text()[2]'],
  )
})

test('XPath: what only the parser refuses is a mistake of the text', async () => {
  for (const declared of ['<!ENTITY b>', 'x', '<!FOO>'])
    await assert.rejects(queryXml(`<!DOCTYPE a [\n${declared}]><a/>`, '/a'), { key: 'syntax_error' })
  await assert.rejects(queryXml('<a:b:c/>', '/*'), { key: 'syntax_error' })
  assert.equal((await queryXml('<!DOCTYPE a [<?p ] ?><!-- > ] -->]><a/>', 'count(/a)')).value, '1')
})

test('XPath: namespaces of the document, one without a prefix, own ones', async () => {
  const feed = '<feed xmlns="urn:f" xmlns:m="urn:m"><m:item>1</m:item><item>2</item></feed>'
  assert.equal((await queryXml(feed, '//m:item/text()')).value, '1')
  assert.equal((await queryXml(feed, '/ns:feed/ns:item/text()')).value, '2')
  assert.equal((await queryXml(feed, '//q:item/text()', new Map([['q', 'urn:m']]))).value, '1')
  assert.match((await queryXml(feed, '//item')).hint?.en ?? '', /urn:f: write ns:name/)
})

for (const [title, expression, message] of [
  ['an open bracket', '//a[1', /column 4: “\[” is never closed/],
  ['a bracket too many', '//a]', /column 4: “\]” closes nothing/],
  ['an open quote', '//a[@b="x]', /column 8: this quote/],
  ['an unknown prefix', '//zz:a', /column 3: .*prefix “zz”/],
  ['an unknown function', '//a[matches(., "x")]', /column 5: .*no function matches/],
  ['a variable', '$x', /no variable \$x/],
  ['no operator', 'a b', /column 3: expected an operator or the end, got “b”/],
  ['no operand', '1 +', /column 4: expected a path, a value or a function, got the end/],
  ['an unknown axis', 'up::a', /column 1: there is no axis up/],
  ['an argument too few', '//a[contains(.)]', /column 5: contains\(\) takes 2 arguments, got 1/],
  ['a text instead of nodes', 'count("a")', /column 1: nodes are expected here/],
  ['a strange sign', 'a # b', /column 3: no XPath token/],
] as const)
  test(`XPath: ${title} is pointed at`, async () =>
    assert.rejects(queryXml('<a/>', expression), { key: 'syntax_error', message }))

test('XPath: entities are not expanded, nothing is read from outside', async () => {
  const bomb = '<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c SYSTEM "file:///etc/hostname">]><a>&c;</a>'
  await assert.rejects(queryXml(bomb, '//a'), { key: 'syntax_error', message: /entities are not expanded/ })
})

test('a document that would take all memory is refused before it is read', async () => {
  await assert.rejects(queryXml(`<a>${' '.repeat(11 * 2 ** 20)}</a>`, '//a'), { key: 'too_large' })
})
