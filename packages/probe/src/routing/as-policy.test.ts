import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePolicy } from './as-policy.ts'

const parse = (lines: string, isCut = false) =>
  parsePolicy(`aut-num: AS64500\n${lines}\nsource: RIPE # Filtered\n`, 64_500, isCut)
const rows = (lines: string) => parse(lines)?.neighbours.map(({ asn, relation, family }) => `${asn} ${relation} ${family}`)

const POLICIES: readonly (readonly [title: string, lines: string, expected: readonly string[] | undefined])[] = [
  [
    'all routes for some of one’s own: an upstream',
    'import: from AS1 accept ANY\nexport: to AS1 announce AS64500',
    ['1 upstream ipv4'],
  ],
  ['some for all: a customer', 'import: from AS2 accept AS2\nexport: to AS2 announce ANY', ['2 customer ipv4']],
  ['some for some: a peer', 'import: from AS3 accept AS-THREE\nexport: to AS3 announce AS-OWN', ['3 peer ipv4']],
  ['all for all is not clear', 'import: from AS4 accept ANY\nexport: to AS4 announce ANY', ['4 unclear ipv4']],
  [
    'one direction alone is not clear, unless it is all',
    'import: from AS5 accept AS5\nimport: from AS6 accept ANY',
    ['6 upstream ipv4', '5 unclear ipv4'],
  ],
  [
    'actions, points of exchange and several peers of one filter',
    'import: from AS7 192.0.2.1 at 192.0.2.2 action pref=100; from AS8 action pref = 200; accept ANY AND NOT {0.0.0.0/0}',
    ['7 upstream ipv4', '8 upstream ipv4'],
  ],
  [
    'a default route is all',
    'import: from AS9 accept {0.0.0.0/0}\nmp-import: afi ipv6.unicast from AS9 accept {::/0}',
    ['9 upstream both'],
  ],
  [
    'families by themselves, and both where they agree',
    'mp-import: afi ipv6.unicast from AS10 accept ANY\nmp-import: from AS11 accept ANY\nmp-import: afi ipv4.unicast, ipv6.unicast from AS12 accept ANY',
    ['10 upstream ipv6', '11 upstream both', '12 upstream both'],
  ],
  [
    'a neighbour that is something else for IPv6',
    'import: from AS13 accept ANY\nmp-import: afi ipv6 from AS13 accept AS-13\nmp-export: afi ipv6 to AS13 announce AS-OWN',
    ['13 upstream ipv4', '13 peer ipv6'],
  ],
  [
    'a line that goes on, with a comment',
    'import: from AS14 # the old one\n+ action pref=1;\n  accept ANY',
    ['14 upstream ipv4'],
  ],
  [
    'several statements in one',
    'import: { from AS15 accept ANY; from AS16 accept AS16; }',
    ['15 upstream ipv4', '16 unclear ipv4'],
  ],
  ['sets of AS are no neighbours', 'import: from AS-ANY accept ANY', undefined],
  ['nothing said', 'remarks: hello', undefined],
]
for (const [title, lines, expected] of POLICIES) test(title, () => assert.deepEqual(rows(lines), expected))

test('of several registries the one that says most is read', () => {
  const other =
    'aut-num: AS64500\nimport: from AS1 accept ANY\nimport: from AS2 accept ANY\nlast-modified: 2020-01-02T00:00:00Z\nsource: RADB'
  const policy = parsePolicy(`aut-num: AS64500\nimport: from AS1 accept ANY\nsource: ARIN\n\n${other}\n`, 64_500, true)
  assert.deepEqual(
    [policy?.source, policy?.changed, policy?.neighbours.length, policy?.isCut],
    ['RADB', '2020-01-02T00:00:00Z', 2, true],
  )
})

test('another AS is not meant, and many neighbours are cut', () => {
  assert.equal(parsePolicy('aut-num: AS1\nimport: from AS2 accept ANY\n', 64_500, false), undefined)
  const many = parse(Array.from({ length: 600 }, (_, index) => `import: from AS${index + 1} accept ANY`).join('\n'))
  assert.deepEqual([many?.neighbours.length, many?.isCut], [500, true])
})

test('an attribute without an end takes no longer than its length', { timeout: 5_000 }, () => {
  for (const words of ['from AS1 ', 'accept', ' ', 'a, '])
    assert.deepEqual(rows(`import: from AS2 accept ANY\nimport: ${words.repeat(200_000 / words.length)}`), ['2 upstream ipv4'])
})
