import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { findIdFacts } from './decode.ts'
import { makeIds, type IdKind } from './make.ts'
import tool from './tool.ts'

const choice = {
  random: (size: number) => crypto.getRandomValues(new Uint8Array(size)),
  nowMs: 1_700_000_000_123,
  count: 5000,
  nanoidLength: 21,
  nanoidAlphabet: '',
  snowflakeEpochMs: 1_288_834_974_657n,
  machine: 7,
}
const run = async (input: Record<string, unknown>) =>
  (await answerTool(tool, input, createTestHost())) as { text: string; rows?: { kind: string; time: string; details: string }[] }

for (const [kind, pattern] of [
  ['v4', /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
  ['v8', /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
  ['nanoid', /^[\w-]{21}$/],
] as const)
  test(`${kind}: right in form, all different`, () => {
    const ids = makeIds(kind, choice)
    assert.equal(new Set(ids).size, 5000)
    assert.ok(ids.every((id) => pattern.test(id)))
  })

for (const kind of ['v1', 'v6', 'v7', 'ulid', 'objectid', 'ksuid', 'xid', 'snowflake'] as const satisfies IdKind[])
  test(`${kind}: all different, and the time reads back`, () => {
    const ids = makeIds(kind, choice)
    assert.equal(new Set(ids).size, 5000)
    assert.match(
      findIdFacts(ids[0]!, 'en')?.time ?? '',
      ['objectid', 'ksuid', 'xid'].includes(kind) ? /2023-11-14T22:13:20/ : /2023-11-14T22:13:20\.123/,
    )
    if (kind !== 'v1' && kind !== 'snowflake') assert.deepEqual([...ids].sort(), ids, 'in rising order')
  })

for (const [kind, expected] of [
  ['v3', '5df41881-3aed-3515-88a7-2f4a814cf09e'],
  ['v5', '2ed6657d-e927-568b-95e1-2665a8aea6a2'],
] as const)
  test(`${kind} of www.example.com`, async () => {
    assert.equal((await run({ kind, name: 'www.example.com' })).text, expected)
    const bare = { kind, name: 'www.example.com', namespace: '6ba7b810-9dad-11d1-80b4-00c04fd430c8', hyphens: false, upper: true }
    assert.equal((await run(bare)).text, expected.replaceAll('-', '').toUpperCase())
  })

test('a time before 1970 is that of its steps of 100 ns', async () => {
  // 1 step before and 1 step after a whole millisecond
  for (const [text, time] of [
    ['13813fff-1dd2-11b2-8000-010203040506', '1969-12-31T23:59:59.9999999Z'],
    ['13814001-1dd2-11b2-8000-010203040506', '1970-01-01T00:00:00.0000001Z'],
    ['00000001-0000-1000-8000-010203040506', '1582-10-15T00:00:00.0000001Z'],
    ['1b21dd21-3813-6fff-8000-010203040506', '1969-12-31T23:59:59.9999999Z'],
  ] as const)
    assert.equal((await run({ mode: 'decode', text })).rows?.[0]?.time, time)
})

test('a version 1 shows its node and clock', async () => {
  const { rows } = await run({ mode: 'decode', text: 'C232AB00-9414-11EC-B3C8-9F6BDECED846' })
  assert.match(rows?.[0]?.details ?? '', /random node 9f:6b:de:ce:d8:46, clock sequence 13256/)
})

for (const [id, kind, time, details] of [
  ['00000000-0000-0000-0000-000000000000', 'UUID nil', '', /^$/],
  ['FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', 'UUID max', '', /^$/],
  ['{c232ab00-9414-41ec-83c8-9f6bdeced846}', 'UUIDv4', '', /^random$/],
  ['urn:uuid:c232ab00-9414-41ec-b3c8-9f6bdeced846', 'UUIDv4', '', /^random$/],
  ['c232ab00-9414-41ec-73c8-9f6bdeced846', 'UUID (NCS)', '', /^not an RFC 9562 variant/],
  ['c232ab00-9414-41ec-c3c8-9f6bdeced846', 'UUID (Microsoft)', '', /^not an RFC 9562 variant/],
  ['c232ab00-9414-41ec-d3c8-9f6bdeced846', 'UUID (Microsoft)', '', /^not an RFC 9562 variant/],
  ['c232ab00-9414-41ec-e3c8-9f6bdeced846', 'UUID', '', /^not an RFC 9562 variant/],
  // RFC 9562 appendix A.1, and 100 ns later.
  ['c232ab00-9414-11ec-b3c8-9f6bdeced846', 'UUIDv1', '2022-02-22T19:22:22.000Z', /^time and node; random node/],
  ['c232ab01-9414-11ec-b3c8-9e6bdeced846', 'UUIDv1', '2022-02-22T19:22:22.0000001Z', /^time and node; MAC 9e:6b:/],
  [
    '1541815603606036480',
    'Snowflake',
    'Twitter 2022-06-28T16:07:40.105Z / Discord 2026-08-25T14:24:45.448Z',
    /^machine 378, counter 0$/,
  ],
] as const)
  test(`${id}: ${kind} ${details.source}`, () => {
    const facts = findIdFacts(id, 'en')
    assert.deepEqual([facts?.kind, facts?.time], [kind, time])
    assert.match(facts?.details ?? '', details)
  })

test('what is no id is refused alone and marked in a list', async () => {
  await assert.rejects(run({ mode: 'decode', text: 'hello' }), { name: 'AppError' })
  const { rows } = await run({ mode: 'decode', text: 'hello\n01ARZ3NDEKTSV4RRFFQ69G5FAV' })
  assert.deepEqual(
    rows?.map(({ kind }) => kind),
    ['?', 'ULID'],
  )
})

test('an own alphabet of one character is refused', async () => {
  await assert.rejects(run({ kind: 'nanoid', alphabet: 'aaa' }), /two different/)
  assert.match((await run({ kind: 'nanoid', alphabet: 'ab', count: 1, length: 8 })).text, /^[ab]{8}$/)
})

test('object ids rise within a batch though their counter starts at its end', () => {
  const ids = makeIds('objectid', { ...choice, random: (size) => new Uint8Array(size).fill(255) })
  assert.deepEqual([...ids].sort(), ids)
})

// The examples of segmentio/ksuid and rs/xid.
test('a KSUID and an XID are read as those who thought of them do', async () => {
  const { rows } = await run({ mode: 'decode', text: '0ujtsYcgvSTl8PAuAdqWYSMnLOv\n9m4e2mr0ui3e8a215n4g\n9m4e2mr0ui3e8a215n4f' })
  assert.deepEqual(rows, [
    { id: '0ujtsYcgvSTl8PAuAdqWYSMnLOv', kind: 'KSUID', time: '2017-10-10T04:00:47.000Z', details: '' },
    {
      id: '9m4e2mr0ui3e8a215n4g',
      kind: 'XID',
      time: '2011-03-22T17:50:19.000Z',
      details: 'machine 60f486, process 58408, counter 4271561',
    },
    { id: '9m4e2mr0ui3e8a215n4f', kind: '?', time: '', details: '' },
  ])
})

test('a KSUID of more than 20 bytes is none; capital letters are left as they are', async () => {
  assert.equal(findIdFacts('aWgEPTl1tmebfsQzFP4bxwgy80V', 'en')?.time, '2150-06-19T23:21:35.000Z')
  assert.equal(findIdFacts('aWgEPTl1tmebfsQzFP4bxwgy80W', 'en'), undefined)
  for (const kind of ['ksuid', 'xid'] as const)
    for (const id of (await run({ kind, count: 3, upper: true })).text.split('\n'))
      assert.equal(findIdFacts(id, 'en')?.kind, kind.toUpperCase())
})

test('an epoch to come makes no negative snowflakes', async () => {
  await assert.rejects(run({ kind: 'snowflake', epoch: 4_000_000_000_000 }), /epoch: expected a time that is not in the future/)
})

// The specification (ulid/spec): 48 bits of time at most, and a step of one within a millisecond.
test('ULIDs rise to the end of time, and one beyond it is none', () => {
  const ids = makeIds('ulid', { ...choice, nowMs: 2 ** 48 - 1, random: (size) => new Uint8Array(size).fill(255) })
  assert.equal(ids[0], '7ZZZZZZZZZFZZZZZZZZZZZZZZZ')
  assert.equal(ids[1], '7ZZZZZZZZZG000000000000000')
  assert.equal(findIdFacts(ids[0]!, 'en')?.time, '+010889-08-02T05:31:50.655Z')
  assert.equal(findIdFacts('80000000000000000000000000', 'en'), undefined)
})

for (const kind of ['v3', 'v5'] as const)
  test(`${kind}: half a surrogate pair in a name is refused with its place`, () =>
    assert.rejects(run({ kind, name: 'a\ud83d' }), /paired surrogates.*U\+D83D at line 1, column 2/))

test('an id is read with full-width digits and characters that cannot be seen', async () => {
  const { rows } = await run({ mode: 'decode', text: '\u200e０17f22e2-79b0-7cc3-98c4-dc0c0c07398f\u200b' })
  assert.equal(rows?.[0]?.kind, 'UUIDv7')
})
