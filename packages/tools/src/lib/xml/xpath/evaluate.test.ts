import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryXml } from '../xpath.ts'

const TREE = `<?style one?><r xmlns:x="urn:x" xml:lang="en-GB"><!--c-->
<a id="1" n="2">t1<b>5</b><b x:k="v">7</b></a><x:a id="2"><b>5</b>tail<c><a id="3" n="9"><b>x</b></a></c></x:a><b>-3.50</b></r>`

/** Expression and answer; of nodes their string-values, joined by a line break (XPath 1.0, the section beside it). */
const ANSWERS: readonly (readonly [string, string])[] = [
  // Axes and places (§2.2, §2.4)
  ['//a[2]', ''],
  ['(//a)[2]/@id', '3'],
  ['//b[1]/text()', '5\n5\nx\n-3.50'],
  ['//a[@id="3"]/ancestor::*[1]/ancestor::x:a/@id', '2'],
  ['name(//a[@id="3"]/ancestor::*[last()])', 'r'],
  ['//a[@id="3"]/preceding::b[1]/text()', '5'],
  ['//a[@id="1"]/following::b/text()', '5\nx\n-3.50'],
  ['count(//@id/following::b)', '5'],
  ['count(/following::node())', '0'],
  ['count(//@*)', '7'],
  ['count(//c/namespace::*)', '2'],
  ['//c/namespace::x', 'urn:x'],
  ['//b[position() = last() - 1]/text()', '5'],
  ['//a/b[. > 5][1]/text()', '7'],
  ['count(/r/node())', '5'],
  ['count(//text()[normalize-space()])', '7'],
  ['count(//x:*)', '1'],
  ['name(//@*[local-name() = "k"])', 'x:k'],
  ['namespace-uri(//@x:k)', 'urn:x'],
  ['name(/processing-instruction("style"))', 'style'],
  ['//a[@id="3"]/../../@id | /r/a/@id', '1\n2'],
  ['id("3 1")/@n', '2\n9'],
  // Values (§3.4, §3.5, §4.2–§4.4)
  ['//b = 7', 'true'],
  ['//b != 7', 'true'],
  ['//b > //a/@n', 'true'],
  ['true() > //none', 'true'],
  ['//none = //none', 'false'],
  ['//b[. = "x"] < //b', 'false'],
  ['"1.0" = 1', 'true'],
  ['1 < 2 < 3 and 3 > 2 > 1', 'false'],
  ['number(//none)', 'NaN'],
  ['number("1e3")', 'NaN'],
  ['- - 2 + 7 mod -2', '3'],
  ['5 div 0', 'Infinity'],
  ['-0', '0'],
  ['1000000 * 1000000 * 1000000 * 1000000', '1000000000000000000000000'],
  ['1 div 10000000', '0.0000001'],
  ['round(-2.5)', '-2'],
  ['substring("12345", 1.5, 2.6)', '234'],
  ['substring("12345", 0 div 0, 3)', ''],
  ['substring("12345", -42, 1 div 0)', '12345'],
  ['substring("a😀b", 2, 1)', '😀'],
  ['string-length("a😀b")', '3'],
  ['translate("--aaa--", "abc-", "ABC")', 'AAA'],
  ['substring-before("1999/04/01", "/")', '1999'],
  ['substring-after("1999/04/01", "19")', '99/04/01'],
  ['concat(local-name(/), "|", local-name())', '|'],
  ['count(//b[lang("en")])', '5'],
  ['boolean("false") and not(boolean(""))', 'true'],
  ['sum(//a/@n) * -1', '-11'],
  // Words that are operators only after an operand (§3.7)
  ['count(//*[* and not(@div)]) * 2 div 2', '5'],
]
for (const [expression, value] of ANSWERS)
  test(`XPath ${expression} is ${JSON.stringify(value)}`, async () => {
    assert.equal((await queryXml(TREE, expression)).value, value)
  })

test('an expression that is nested or long beyond measure is refused', async () => {
  await assert.rejects(queryXml('<a/>', `${'('.repeat(200)}1${')'.repeat(200)}`), /nested more than 100 levels/)
  await assert.rejects(queryXml('<a/>', `1${'+1'.repeat(2000)}`), /more than 1000 operators/)
})

test('places and texts of thousands of elements are found without asking each about all others', async () => {
  const items = Array.from({ length: 3_000 }, (_, index) => `<i n="${index}"><p>${index % 10}</p></i>`).join('')
  const { matches } = await queryXml(`<l>${items}</l>`, '//i[p < 1][preceding-sibling::i[1]/p = 9]/@n')
  assert.equal(matches?.length, 299)
})

test('of a path that has to select anything one node is looked for', async () => {
  const text = `<r>${'<a/>'.repeat(40_000)}</r>`
  const { value } = await queryXml(text, 'count(//a[preceding-sibling::a and not(not(following::a))])')
  assert.equal(value, '39998')
})
