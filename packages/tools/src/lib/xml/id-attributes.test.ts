import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readIdAttributes } from './id-attributes.ts'
import { queryXml } from './xpath.ts'
import { transformXml } from './xslt.ts'

test('attributes of the type ID are found between others', () =>
  assert.deepEqual(
    [
      ...readIdAttributes(`<!DOCTYPE r PUBLIC "-//[A]//" 'r.dtd' [
        <!-- <!ATTLIST no id ID #REQUIRED> --><?p <!ATTLIST no id ID #REQUIRED>?>
        <!ELEMENT r (a|b)*><!ENTITY x "<!ATTLIST no id CDATA #IMPLIED>">
        <!ATTLIST a kind (x|y) "x" n NOTATION (gif|ID) #IMPLIED v CDATA #FIXED 'ID >' code ID #REQUIRED>
        <!ATTLIST b ID CDATA #IMPLIED
          ref IDREF #IMPLIED>
        <!ATTLIST b key ID #IMPLIED><!ATTLIST b second ID #IMPLIED>
      ]><r/>`),
    ],
    [
      ['a', 'code'],
      ['b', 'key'],
    ],
  ))

test('declarations and brackets without an end are read in time', () => {
  const since = performance.now()
  for (const part of ['<!ATTLIST ', '<!ATTLIST a (', '<!ATTLIST a "'])
    readIdAttributes(`<!DOCTYPE r [${part.repeat(30_000)}"]><r/>`.replace(/"(?=\]>)/, part.endsWith('"') ? '' : '""'))
  readIdAttributes(`<!DOCTYPE r [<!ATTLIST a ${'('.repeat(300_000)}>]><r/>`)
  assert.ok(performance.now() - since < 60_000)
})

const ITEMS = '<a code="x" id="y">1</a><b id="x">2</b><c xml:id="x">3</c>'
const TYPED = `<!DOCTYPE r [<!ATTLIST a code ID #IMPLIED>]><r>${ITEMS}</r>`
const PLAIN = `<r>${ITEMS}</r>`
const SHEET = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:output method="text"/>
<xsl:template match="/"><xsl:for-each select="id('x')"><xsl:value-of select="."/>,</xsl:for-each><xsl:apply-templates/></xsl:template>
<xsl:template match="id('x')">[<xsl:value-of select="name()"/>]</xsl:template></xsl:stylesheet>`

test('id() finds by what the document type declares, else by id, and by xml:id', async () => {
  assert.equal((await queryXml(TYPED, 'id("x")/text()')).value, '1\n3')
  assert.equal((await queryXml(TYPED, 'id("y")')).value, '')
  assert.equal((await queryXml(PLAIN, 'id("x y")/text()')).value, '1\n2\n3')
  assert.equal(transformXml(TYPED, SHEET).text, '1,3,[a]2[c]')
  assert.equal(transformXml(PLAIN, SHEET).text, '2,3,1[b][c]')
})
