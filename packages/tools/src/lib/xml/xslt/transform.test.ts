import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import { transformXml } from '../xslt.ts'
import answers from './fixtures/answers.json' with { type: 'json' }
import { CASES, SHOP, toStylesheet, type Case } from './fixtures/cases.ts'
import { Forest } from './forest.ts'

/** What xsltproc (libxslt) answered. */
const RECORDED: Readonly<Record<string, string>> = answers

/** Where we follow the standard and libxslt does not, or where both write the same in two ways; with our answer. */
const OTHERWISE: Readonly<Record<string, { readonly why: string; readonly ours: string }>> = {
  'built-in rules drop parameters': { why: 'XSLT 1.0 §5.8 passes none on', ours: 'nonenonenone' },
  'attribute with signs': { why: 'a sign and its reference are the same', ours: `<a p="&lt;&amp;&quot;'&#10;&#9;ä"/>\n` },
  'copy of an element': { why: '§7.5 copies the namespaces in scope', ours: '<book xmlns:x="urn:extra">in</book>\n' },
  'attribute sets': { why: 'attributes have no order', ours: '<a p="1" q="4"/>\n' },
  'namespace-alias': {
    why: '§7.1.1 asks for the namespace; we take its prefix too',
    ours: '<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"><xsl:template match="x"/></xsl:stylesheet>\n',
  },
  "value of system-property('xsl:version')": { why: '§12.4 asks for a number', ours: '1' },
  'value of 1 div 3': { why: 'XPath 1.0 §4.2 asks for all digits', ours: '0.3333333333333333' },
  'value of 1000000 * 1000000': { why: 'XPath 1.0 §4.2 knows no exponent', ours: '1000000000000' },
  'value of 0.1 + 0.2': { why: 'XPath 1.0 §4.2 asks for all digits', ours: '0.30000000000000004' },
  'xml:space in the document': {
    why: '§3.4 keeps what xml:space keeps',
    ours: '<r><a xml:space="preserve"> <b/> </a><c/></r>\n',
  },
  html: {
    why: '§16.2 leaves “<” in attributes',
    ours: '<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><title>t</title></head><body><br><p>a &amp; b</p><script>if (a < b) x()</script><input checked disabled><img src="%C3%A4%20b.png" alt="<ä>"></body></html>\n',
  },
}

for (const each of CASES) {
  const other = OTHERWISE[each.name]
  test(`XSLT ${each.name}${other ? ` (unlike libxslt: ${other.why})` : ''}`, () => {
    assert.equal(transformXml(each.xml ?? SHOP, toStylesheet(each)).text, other?.ours ?? RECORDED[each.name])
  })
}

const XSLTPROC = 'xsltproc'
const noXsltproc = spawnSync(XSLTPROC, ['--version']).error ? 'the xsltproc command is absent here: not compared with it' : false

/** Documents and stylesheets that are made anew, the same ones each time. */
function* makeCases(count: number): Generator<Case> {
  let seed = 20_261_125
  const pick = <Item>(items: readonly Item[]): Item => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return items[(seed >>> 8) % items.length]!
  }
  const element = (depth: number): string => {
    const name = pick(['a', 'b', 'c'])
    const attributes = pick(['', ' n="1"', ' n="2"', ' n="30" k="x"'])
    const inside =
      depth === 0 ? pick(['', 't', '7']) : Array.from({ length: pick([0, 1, 2, 3]) }, () => element(depth - 1)).join('')
    return `<${name}${attributes}>${inside}${pick(['', ' u ', '<!--c-->'])}</${name}>`
  }
  const path = () => pick(['*', 'a', '@n', 'b|c', '..', 'node()', 'text()', './/a', 'a[2]', '*[@n > 1]', '*[last()]', '@*'])
  const pattern = () =>
    pick(['a', 'b', 'c', '*', 'a/b', 'b//c', '*[2]', 'a[@n]', '@n', 'text()', 'c[last()]', 'a|b/c', '/*', 'comment()'])
  const instruction = (depth: number): string => {
    const inner = () => (depth === 0 ? 'z' : instruction(depth - 1))
    return pick([
      () => `<xsl:value-of select="${path()}"/>`,
      () => `<xsl:value-of select="concat(position(), '/', last(), name())"/>`,
      () =>
        `<xsl:for-each select="${path()}"><xsl:sort select="@n" data-type="${pick(['text', 'number'])}" order="${pick(['ascending', 'descending'])}"/>${inner()};</xsl:for-each>`,
      () => `<xsl:if test="${pick(['@n', 'a', 'count(*) > 1', 'position() = 1', "name() = 'b'"])}">${inner()}</xsl:if>`,
      () =>
        `<xsl:choose><xsl:when test="${pick(['@k', 'b', '@n = 2'])}">${inner()}</xsl:when><xsl:otherwise>${inner()}</xsl:otherwise></xsl:choose>`,
      () => `<o n="{count(${path()})}">${inner()}</o>`,
      () =>
        `<xsl:number level="${pick(['single', 'multiple', 'any'])}" count="${pick(['a', 'b', '*', 'a|c'])}" format="${pick(['1', 'a.', '(I)', '1.a'])}"/>`,
      () => `<xsl:copy-of select="${pick(['a', 'b/@n', 'text()', 'c'])}"/>`,
      () => `<xsl:copy>${inner()}</xsl:copy>`,
      () => `<xsl:variable name="v${depth}" select="${path()}"/><xsl:value-of select="count($v${depth})"/>`,
      () => `<xsl:value-of select="count(key('n', @n))"/>`,
    ])()
  }
  for (let index = 0; index < count; index++) {
    const templates = Array.from(
      { length: pick([1, 2, 3, 4]) },
      () =>
        `<xsl:template match="${pattern()}">[${instruction(2)}<xsl:apply-templates select="${pick(['node()', '*', '@*|node()', 'a|text()'])}"/>]</xsl:template>`,
    ).join('')
    const head = '<xsl:output omit-xml-declaration="yes"/><xsl:key name="n" match="*" use="@n"/>'
    yield {
      name: `${index}`,
      sheet: `${head}${templates}`,
      xml: `<r>${Array.from({ length: 3 }, () => element(2)).join('')}</r>`,
    }
  }
}

test('XSLT: xsltproc gives the same today, for these and for 150 stylesheets made at random', { skip: noXsltproc }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'octet-xslt-'))
  const made = [...makeCases(150)]
  try {
    const answers = askXsltproc([...CASES, ...made], folder)
    for (const each of CASES) assert.equal(answers.get(each), RECORDED[each.name], each.name)
    for (const each of made) {
      const wanted = answers.get(each)
      if (wanted !== undefined) assert.equal(closeEmpty(answer(each)), closeEmpty(wanted), `${toStylesheet(each)}\n${each.xml}`)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** What xsltproc makes of each, started by a shell: to start a program from a process of the tests takes as long as it runs. */
function askXsltproc(cases: readonly Case[], folder: string): Map<Case, string | undefined> {
  for (const [at, each] of cases.entries()) {
    writeFileSync(join(folder, `${at}.xsl`), toStylesheet(each))
    writeFileSync(join(folder, `${at}.xml`), each.xml ?? SHOP)
  }
  const script = 'for at in "$@"; do "$0" --nonet --novalid $at.xsl $at.xml > $at.out 2> /dev/null; echo $?; done'
  const { stdout } = spawnSync('sh', ['-c', script, XSLTPROC, ...[...cases.keys()].map(String)], {
    cwd: folder,
    encoding: 'utf8',
  })
  const statuses = stdout.trim().split('\n')
  assert.equal(statuses.length, cases.length)
  return new Map(
    cases.map((each, at) => {
      if (statuses[at] !== '0') return [each, undefined] // an attribute where none may stand ends xsltproc; we leave it out (§7.1.3)
      const encoding = /encoding="ISO-8859-1"/.test(each.sheet) ? 'latin1' : 'utf8'
      return [each, readFileSync(join(folder, `${at}.out`), encoding)]
    }),
  )
}

/** libxslt writes an end tag behind an empty text. */
const closeEmpty = (text: string) => text.replaceAll(/<(\w+)([^<>/]*)><\/\1>/g, '<$1$2/>')

function answer(each: Case): string {
  return transformXml(each.xml ?? SHOP, toStylesheet(each)).text
}

/** A stylesheet, the mistake, and its line and column. */
const H = '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">'
const MISTAKES: readonly (readonly [name: string, body: string, key: string, line: number, column: number, reason: RegExp])[] = [
  ['an unknown instruction', '\n<xsl:template match="/"><xsl:loop/></xsl:template>', 'syntax_error', 2, 25, /xsl:loop/],
  ['an unknown attribute', '\n<xsl:template match="/"><xsl:if tset="1"/></xsl:template>', 'syntax_error', 2, 39, /tset/],
  ['a missing attribute', '<xsl:template match="/">\n<xsl:if/></xsl:template>', 'syntax_error', 2, 1, /test/],
  [
    'a mistake in an expression',
    '<xsl:template match="/">\n<xsl:value-of select="1 + "/></xsl:template>',
    'syntax_error',
    2,
    27,
    /expected/,
  ],
  ['an unknown variable', '<xsl:template match="/">\n<a b="x{$no}"/></xsl:template>', 'syntax_error', 2, 9, /\$no/],
  [
    'a variable out of its scope',
    '<xsl:template match="/"><xsl:if test="1"><xsl:variable name="v" select="1"/></xsl:if>\n<xsl:value-of select="$v"/></xsl:template>',
    'syntax_error',
    2,
    23,
    /\$v/,
  ],
  ['an unknown template', '<xsl:template match="/">\n<xsl:call-template name="t"/></xsl:template>', 'syntax_error', 2, 26, /“t”/],
  [
    'an unknown function',
    '<xsl:template match="/">\n<xsl:value-of select="nope(1)"/></xsl:template>',
    'syntax_error',
    2,
    23,
    /nope/,
  ],
  ['a brace that is open', '<xsl:template match="/">\n<a b="{1"/></xsl:template>', 'syntax_error', 2, 7, /never closed/],
  ['no pattern', '\n<xsl:template match="1 + 1"/>', 'syntax_error', 2, 22, /pattern/],
  ['an axis that no pattern has', '\n<xsl:template match="parent::a"/>', 'syntax_error', 2, 22, /child and attribute/],
  ['text at the top', '\nx', 'syntax_error', 1, H.length + 1, /text/],
  ['import', '\n<xsl:import href="a.xsl"/>', 'syntax_error', 2, 1, /another file/],
  ['include', '\n<xsl:include href="a.xsl"/>', 'syntax_error', 2, 1, /another file/],
  ['apply-imports', '<xsl:template match="/">\n<xsl:apply-imports/></xsl:template>', 'syntax_error', 2, 1, /imported/],
  [
    'terminate',
    '<xsl:template match="/">\n<xsl:message terminate="yes">stop <xsl:value-of select="1"/></xsl:message></xsl:template>',
    'syntax_error',
    2,
    1,
    /stop 1/,
  ],
  ['a name that is none', '<xsl:template match="/">\n<xsl:element name="{1}"/></xsl:template>', 'syntax_error', 2, 20, /“1”/],
  ['tags that do not close', '\n<a></b>', 'syntax_error', 2, 4, /expected <\/a>/],
]
for (const [name, body, key, line, column, reason] of MISTAKES)
  test(`XSLT tells the place of ${name}`, () => {
    assert.throws(
      () => transformXml('<r/>', `${H}${body}</xsl:stylesheet>`),
      (error) => {
        assert.ok(isAppError(error), String(error))
        assert.equal(error.key, key, error.message)
        assert.deepEqual([error.details.format, error.details.line, error.details.column], ['XSLT', line, column], error.message)
        assert.match(error.message, reason)
        return true
      },
    )
  })

const fails = (xml: string, body: string, key: string, pattern: RegExp) =>
  assert.throws(
    () => transformXml(xml, `${H}${body}</xsl:stylesheet>`),
    (error) => isAppError(error) && error.key === key && pattern.test(error.message),
  )

test('XSLT reads no other document', () => {
  fails(
    '<r/>',
    `<xsl:template match="/"><xsl:copy-of select="document('file:///etc/passwd')"/></xsl:template>`,
    'bad_input',
    /no other document/,
  )
})
test('XSLT ends calls without end', () => {
  fails(
    '<r/>',
    '<xsl:template match="/"><a><xsl:call-template name="t"/></a></xsl:template><xsl:template name="t"><b><xsl:call-template name="t"/></b></xsl:template>',
    'too_large',
    /depth/,
  )
})

/** Each step counts as a hundred: 100 million would take seconds. */
function inFewSteps(work: () => void): void {
  const { spend } = Forest.prototype
  Forest.prototype.spend = function (steps) {
    spend.call(this, 100 * steps)
  }
  try {
    work()
  } finally {
    Forest.prototype.spend = spend
  }
}

test('XSLT ends calls that come last and never end', () =>
  inFewSteps(() =>
    fails('<r/>', '<xsl:template match="/" name="t"><xsl:call-template name="t"/></xsl:template>', 'too_large', /steps/),
  ))
test('XSLT ends a result that grows without end', () => {
  fails(
    '<r/>',
    '<xsl:template match="/" name="t"><xsl:param name="s" select="\'0123456789\'"/><a><xsl:value-of select="$s"/></a><xsl:call-template name="t"><xsl:with-param name="s" select="concat($s, $s)"/></xsl:call-template></xsl:template>',
    'too_large',
    /result/,
  )
})
test('XSLT ends predicates that look at every pair of nodes', () =>
  inFewSteps(() =>
    fails(
      `<r>${'<a/>'.repeat(20_000)}</r>`,
      '<xsl:template match="/"><xsl:value-of select="count(//a[count(//a) = 1])"/></xsl:template>',
      'too_large',
      /steps/,
    ),
  ))
test('XSLT refuses variables that need one another', () => {
  fails(
    '<r/>',
    '<xsl:variable name="a" select="$b"/><xsl:variable name="b" select="$a"/><xsl:template match="/"><xsl:value-of select="$a"/></xsl:template>',
    'bad_input',
    /\$a/,
  )
})
test('XSLT takes 20,000 calls that come last', () => {
  const body =
    '<xsl:output method="text"/><xsl:template match="/" name="t"><xsl:param name="n" select="0"/><xsl:choose><xsl:when test="$n = 20000">done</xsl:when><xsl:otherwise><xsl:call-template name="t"><xsl:with-param name="n" select="$n + 1"/></xsl:call-template></xsl:otherwise></xsl:choose></xsl:template>'
  assert.equal(transformXml('<r/>', `${H}${body}</xsl:stylesheet>`).text, 'done')
})
test('XSLT takes texts for its parameters and gives its messages with their places', () => {
  const body =
    '<xsl:output method="text"/><xsl:param name="p" select="1"/><xsl:template match="/">\n<xsl:message>saw <xsl:value-of select="$p"/></xsl:message><xsl:value-of select="$p"/></xsl:template>'
  const { text, messages } = transformXml('<r/>', `${H}${body}</xsl:stylesheet>`, new Map([['p', "it's"]]))
  assert.equal(text, "it's")
  assert.deepEqual(messages, [{ line: 2, column: 1, text: "saw it's" }])
})
test('XSLT sorts by a language and by case', () => {
  const sort = (options: string) =>
    transformXml(
      '<r><i>b</i><i>ä</i><i>a</i><i>A</i><i>B</i><i>z</i></r>',
      `${H}<xsl:output method="text"/><xsl:template match="/"><xsl:for-each select="r/i"><xsl:sort ${options}/><xsl:value-of select="."/></xsl:for-each></xsl:template></xsl:stylesheet>`,
    ).text
  assert.equal(sort(''), 'ABabzä')
  assert.equal(sort('lang="de" case-order="upper-first"'), 'AaäBbz')
  assert.equal(sort('lang="sv" case-order="lower-first"'), 'aAbBzä')
})
test('XSLT does what stands in the place of another processor’s instruction', () => {
  const page = (inside: string) =>
    `${H.replace('>', ' xmlns:e="urn:e" extension-element-prefixes="e">')}<xsl:template match="/"><r><e:x>${inside}</e:x></r></xsl:template></xsl:stylesheet>`
  assert.match(transformXml('<r/>', page('<xsl:fallback><ok/></xsl:fallback><e:y/>')).text, /<r><ok\/><\/r>\n$/)
  assert.throws(() => transformXml('<r/>', page('')), /<e:x> is not an instruction of XSLT 1\.0/)
})
