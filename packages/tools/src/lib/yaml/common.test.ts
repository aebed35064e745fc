import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readByLibrary } from '../data/read-yaml.ts'
import { commonToJson } from './common-to-json.ts'
import { readCommonYaml } from './common.ts'
import { formatByLibrary } from './format.ts'
import { writeCommonYaml } from './write-common.ts'

const KEYS = `a bb c-d|<<|e f|1|2|on|null|"q"|'it''s'|中|x/y|i.j|"k: l"|-z|p#q|m,n`.split('|')
const VALUES =
  `a|foo bar|1|1.50|-3|007|+1|.5|0x1F|1e3|1_000|true|yes|No|NULL|nUll|2026-01-02|12:30|1.2.3.4|3 apples|e5|"x y"|'it''s'|"a\\nb"|"\\"q\\""|http://x.y/z?a=1|a:b|a#b|[a, b]|[ a,b ]|{a: 1, b: [x, -2]}|{"a":1, b : c}|[]|{}|中文|-x|8080:80|a, b|a] "b|--- a|"#no"|'"'|a 'b' "c", d|"${'a'.repeat(40)}\\nb"`.split(
    '|',
  )
/** Anchors, aliases and tags, of which some do not fit together. */
const PROPERTIES = ['&x a', '*x', '*x', '!t a', '!t 12', '&y !t "q"', '!t &y [a, *x]', '&z {a: *y, b: !t c}', '[*x, &x b]', '*z']
const BEFORE_BLOCKS = ['', '', '', '', ' &x', ' !t', ' !Fn.t &y', ' &z !t']
/** What the library reads alone, or refuses. */
const UNUSUAL = [
  '!!str a',
  '&x',
  '!',
  '! a',
  '&x *x',
  '[*x : a]',
  '@a',
  'a: b',
  '[a: b]',
  '[a, ]',
  '"a\\u0041"',
  "'a' b",
  '<<',
  '?',
  '',
  '|+\n   x\n\n',
  '"a',
  '- b',
]
const COMMENTS = ['# c', '#', '# ', '#d  ', '# a: b']

type Block = { readonly isList: boolean; readonly entries: readonly Entry[] }
type Entry = {
  readonly gap: readonly string[]
  readonly key: string
  readonly value: string | Block
  readonly comment: string
  readonly deeper: number
  /** Anchor and tag of a block. */
  readonly before: string
}

const rarely = (usual: string, ...others: readonly string[]) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 4 }, { arbitrary: fc.constantFrom(...others), weight: 1 })
const text = fc
  .tuple(
    fc.constantFrom('|', '|-', '>', '>-'),
    fc.array(fc.constantFrom('x', 'y z', '# no', 'k: v', '- i', '', ' in'), { minLength: 1, maxLength: 4 }),
  )
  .map(([head, lines]) => [head, ...lines].join('\n'))
const lines = fc
  .array(fc.constantFrom('x', 'y z', '- b', 'k:v', '#', 'a: b', ''), { maxLength: 2 })
  .map((more) => ['a', ...more].join('\n'))
const block = fc.letrec<{ block: Block; entry: Entry }>((tie) => ({
  block: fc.record({ isList: fc.boolean(), entries: fc.array(tie('entry'), { minLength: 1, maxLength: 4 }) }),
  entry: fc.record({
    gap: fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, fc.array(fc.constantFrom('', ...COMMENTS), { maxLength: 3 })),
    key: fc.constantFrom(...KEYS),
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { arbitrary: fc.constantFrom(...VALUES), weight: 12 },
      { arbitrary: fc.constantFrom(...PROPERTIES), weight: 3 },
      { arbitrary: fc.constantFrom(...UNUSUAL), weight: 1 },
      { arbitrary: text, weight: 2 },
      { arbitrary: lines, weight: 1 },
      { arbitrary: tie('block'), weight: 8 },
    ),
    comment: rarely('', ...COMMENTS.map((comment) => ` ${comment}`)),
    deeper: fc.constantFrom(2, 2, 2, 4, 1, 0),
    before: fc.constantFrom(...BEFORE_BLOCKS),
  }),
})).block

function toLines({ isList, entries }: Block, indent: string): string[] {
  return entries.flatMap(({ gap, key, value, comment, deeper, before: properties }, index) => {
    const before = index === 0 ? [] : gap.map((line) => line && indent + line)
    const start = indent + (isList ? '-' : `${key}:`)
    const inner = indent + ' '.repeat(deeper)
    if (typeof value === 'string') {
      const [first = '', ...rest] = value.split('\n')
      return [...before, `${start} ${first}${rest.length > 0 ? '' : comment}`, ...rest.map((line) => line && `${inner} ${line}`)]
    }
    if (!isList)
      return [...before, `${start}${properties}${comment}`, ...gap.map((line) => line && inner + line), ...toLines(value, inner)]
    if (properties) return [...before, `${start}${properties}`, ...toLines(value, inner)]
    const [first, ...rest] = toLines(value, `${indent}  `)
    return [...before, `${start} ${first!.trimStart()}`, ...rest]
  })
}

/** A text that is mostly right, with a line that may be changed. */
const yaml = fc
  .record({
    head: fc.constantFrom([], [], ['---'], ['# top'], ['# top', ''], ['', '# a', '', '# b']),
    documents: fc.array(block, { minLength: 1, maxLength: 2 }),
    end: fc.constantFrom('\n', '\n', '', '\n\n', '\n# end', '\n\n# end\n\n# of all\n', '\n ', '\n---\n'),
    change: fc.oneof(
      { arbitrary: fc.constant(undefined), weight: 3 },
      fc.record({
        at: fc.nat(500),
        put: fc.constantFrom(' ', ':', '#', ' #', '"', "'", '-', ',', '[', '}', '\n', '\n  ', '\n# c\n', '\n\n', '\t', '\r'),
      }),
    ),
  })
  .map(({ head, documents, end, change }) => {
    const source =
      [
        ...head,
        ...documents
          .map((each) => toLines(each, '').join('\n'))
          .join('\n---\n')
          .split('\n'),
      ].join('\n') + end
    const at = change ? change.at % (source.length + 1) : 0
    return change ? source.slice(0, at) + change.put + source.slice(at) : source
  })
const format = fc.record({
  indent: fc.constantFrom(1, 2, 4, 8),
  isFlow: fc.boolean(),
  indentsLists: fc.boolean(),
  sortsKeys: fc.boolean(),
})

test('what is read by ourselves is formatted as by the library', async () => {
  let own = 0
  await fc.assert(
    fc.asyncProperty(yaml, format, async (source, options) => {
      const documents = readCommonYaml(source)
      const written = documents && writeCommonYaml(documents, options)
      if (written === undefined) return
      own++
      assert.equal(written, await formatByLibrary(source, { ...options, version: '1.2' }))
    }),
    { numRuns: 1500 },
  )
  assert.ok(own > 100, `${own} of 1,500`)
})

test('what is read by ourselves is read as by the library, in both versions', async () => {
  let own = 0
  await fc.assert(
    fc.asyncProperty(yaml, fc.constantFrom('1.1', '1.2'), async (source, version) => {
      const documents = readCommonYaml(source, { ignoresComments: true })
      const trees =
        documents &&
        commonToJson(
          documents.map(({ root }) => root),
          { version, maxNodes: 1000 },
        )
      if (!trees) return
      own++
      assert.deepEqual(trees, await readByLibrary(source, version))
    }),
    { numRuns: 1500 },
  )
  assert.ok(own > 100, `${own} of 1,500`)
})

const COMMON = `# Ports of the service

version: "3.8" # as text
services:
  web:
    image: nginx:1.27 # pinned
    ports:
    - "80:80"
    # and TLS
    - 443:443
    # no more ports
    command: [nginx, -g, "daemon off;"]

    environment: # all of them
      # one
      A: 1

      B: two
    script: |
      set -e
        deeper

      echo done
    about: >-
      first line
      goes on

      second
    long: a text of
      two lines
    below:
      on its own line
---
- x
-   y: 1
    z: {a: 1, b: [c, 'd']}
# end
`

test('usual documents are read and written by ourselves', async () => {
  for (const isFlow of [false, true]) {
    const source = isFlow ? COMMON.replace(/ {4}script[^]*about.*\n(?: {6}.*\n|\n)+/, '') : COMMON
    const written = writeCommonYaml(readCommonYaml(source)!, { indent: 2, isFlow })
    assert.equal(written, await formatByLibrary(source, { indent: 2, isFlow, version: '1.2' }))
  }
  const roots = readCommonYaml(COMMON, { ignoresComments: true })!.map(({ root }) => root)
  assert.deepEqual(commonToJson(roots, { version: '1.2', maxNodes: 100 }), await readByLibrary(COMMON, '1.2'))
})

test('what means something else than it seems is left to the library', () => {
  for (const source of [
    'a: *x\nb: &x 1\n',
    'a: &x 1\n---\nb: *x\n',
    'a: !!str 1\n',
    'a: 1\na: 2\n',
    '"a": 1\na: 2\n',
    '1: a\n0x1: b\n',
    'a: {{ .Values.x }}\n',
    'a:\n\t- b\n',
    '? a\n: b\n',
    'a: "x\n  y"\n',
    'a: b: c\n',
    'text\n',
    '',
    '%YAML 1.2\n---\na: 1\n',
    '- a\nb: 1\n',
    `${'- '.repeat(60)}a\n`,
  ])
    assert.equal(readCommonYaml(source), undefined, source)
})
