import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePoint } from '../../testing/make-point.ts'
import { choosePoints } from './choose-points.ts'
import { parseLocations, toLocations, type LocationObject } from './parse-locations.ts'

const POINTS = [
  makePoint({
    id: 'fra1',
    country: 'DE',
    city: 'Frankfurt am Main',
    asn: 3320,
    network: 'Deutsche Telekom AG',
    latitude: 50.1,
    longitude: 8.7,
    tags: ['eyeball'],
    address: '198.51.100.7',
  }),
  makePoint({
    id: 'fra2',
    country: 'DE',
    city: 'Frankfurt am Main',
    asn: 24940,
    network: 'Hetzner Online GmbH',
    latitude: 50.1,
    longitude: 8.7,
    tags: ['hosting'],
  }),
  makePoint({
    id: 'ber1',
    country: 'DE',
    city: 'Berlin',
    asn: 3320,
    network: 'Deutsche Telekom AG',
    latitude: 52.5,
    longitude: 13.4,
  }),
  makePoint({
    id: 'tyo1',
    country: 'JP',
    city: 'Tokyo',
    cityZh: '东京',
    asn: 2497,
    network: 'IIJ',
    latitude: 35.7,
    longitude: 139.7,
  }),
  makePoint({
    id: 'sha1',
    country: 'CN',
    city: 'Shanghai',
    cityZh: '上海市',
    asn: 4134,
    network: 'Chinanet',
    latitude: 31.2,
    longitude: 121.5,
  }),
  makePoint({ id: 'nyc1', country: 'US', city: 'New York', asn: 701, network: 'Verizon', latitude: 40.7, longitude: -74 }),
  makePoint({
    id: 'sao1',
    country: 'BR',
    city: 'São Paulo',
    asn: 28573,
    network: 'Claro NXT',
    latitude: -23.5,
    longitude: -46.6,
  }),
  makePoint({ id: 'syd1', country: 'AU', city: 'Sydney', asn: 1221, network: 'Telstra', latitude: -33.9, longitude: 151.2 }),
  makePoint({
    id: 'jnb1',
    country: 'ZA',
    city: 'Johannesburg',
    asn: 3741,
    network: 'Dimension Data',
    latitude: -26.2,
    longitude: 28,
  }),
  makePoint({ id: 'sick', country: 'IT', city: 'Rome', status: 'unwell' }),
]

const choose = (locations: string | LocationObject[], limit: number | undefined = 20) => chooseSome(locations, limit)
const chooseSome = (locations: string | LocationObject[], limit?: number) =>
  choosePoints({
    points: POINTS,
    locations: typeof locations === 'string' ? parseLocations(locations) : toLocations(locations),
    type: 'ping',
    limit,
    self: { latitude: 48.1, longitude: 11.6 },
    random: () => 0.5,
  })
    .map(({ id }) => id)
    .sort()

const rows: [string, string[]][] = [
  ['DE', ['ber1', 'fra1', 'fra2']],
  ['deu', ['ber1', 'fra1', 'fra2']],
  ['Germany', ['ber1', 'fra1', 'fra2']],
  ['德国', ['ber1', 'fra1', 'fra2']],
  ['Germany+AS3320', ['ber1', 'fra1']],
  ['as 3320 + berlin', ['ber1']],
  ['Western Europe+telekom+frankfurt', ['fra1']],
  ['东亚', ['sha1', 'tyo1']],
  ['Asia', ['sha1', 'tyo1']],
  ['东京, 上海', ['sha1', 'tyo1']],
  ['sao paulo', ['sao1']],
  ['york', ['nyc1']],
  ['UK,DE', []],
  ['tag:eyeball', ['fra1']],
  ['hosting', ['fra2']],
  ['AS2497，ＤＥ', ['ber1', 'fra1', 'fra2', 'tyo1']],
  ['东京、上海', ['sha1', 'tyo1']],
  ['德国＋ＡＳ3320＊1，东京', ['fra1', 'tyo1']],
  ['tag：eyeball', ['fra1']],
  ['198.51.100.0/24', ['fra1']],
  ['point:nyc1', ['nyc1']],
  ['me', ['fra1']],
  ['me*3', ['ber1', 'fra1', 'fra2']],
  ['xy', []],
  ['IT', []],
  ['__proto__', []],
  ['constructor:DE', []],
]
for (const [text, expected] of rows)
  test(`«${text}» is ${expected.join(', ') || 'nowhere'}`, () => {
    if (expected.length === 0) assert.throws(() => choose(text), { key: 'no_point_found' })
    else assert.deepEqual(choose(text), expected)
  })

for (const [name, self, options] of [
  ['who is asking is nowhere', undefined, {}],
  ['the place of who is asking has no coordinates', { latitude: null, longitude: null }, {}],
  ['no point has a place', { latitude: 48.1, longitude: 11.6 }, { latitude: null, longitude: null }],
] as const)
  test(`me is refused when ${name}, unless there is no choice`, () => {
    const points = POINTS.map((point) => ({ ...point, ...options }))
    const from = (text: string) => choosePoints({ points, locations: parseLocations(text), type: 'ping', limit: 5, self })
    assert.throws(() => from('me'), { key: 'bad_input', message: /locations: expected a place by name, since .* got me/ })
    assert.throws(() => from('me+DE*2'), { key: 'bad_input' })
    assert.equal(from('me+DE*3').length, 3)
    assert.equal(from('me+JP')[0]?.id, 'tyo1')
  })

for (const [locations, countries] of [
  ['DE, JP', 'DE JP'],
  ['DE*2, JP, US', 'DE DE JP US'],
  ['DE', 'DE'],
  ['DE 60%, JP 40%', 'DE JP'],
  [[{ country: 'DE' }, { country: 'JP', limit: 1 }, { country: 'US' }], 'DE JP US'],
  ['world', null],
  [[], null],
] as const)
  test(`without a limit each place gives what it says, or one point: ${JSON.stringify(locations)}`, () => {
    const chosen = chooseSome(typeof locations === 'string' ? locations : [...locations])
    const found = chosen.map((id) => POINTS.find((point) => point.id === id)!.country).sort()
    if (countries === null) assert.equal(chosen.length, 1)
    else assert.equal(found.join(' '), countries)
  })

test('a limit that is given counts in all', () => {
  assert.equal(chooseSome('DE, JP', 1).length, 1)
})

test('world takes from every continent before it takes more from one', () => {
  const chosen = choose('world', 6)
  assert.equal(chosen.length, 6)
  assert.ok(
    ['tyo1', 'sha1'].some((id) => chosen.includes(id)) && chosen.includes('nyc1') && chosen.some((id) => /fra|ber/.test(id)),
  )
  assert.deepEqual(choose('world', 50).length, 9, 'all that are well')
})

test('limits belong to their location, weights share the rest', () => {
  assert.deepEqual(choose('DE*1, JP').filter((id) => /fra|ber/.test(id)).length, 1)
  assert.deepEqual(choose('DE 75%, AS 25%', 4).filter((id) => /fra|ber/.test(id)).length, 3)
  assert.deepEqual(choose([{ country: 'DE', limit: 2 }, { magic: 'Tokyo' }, { country: 'us', tags: [] }], 9).length, 4)
})

test('of one country different cities and networks come first', () => {
  const chosen = choosePoints({
    points: [...POINTS, ...POINTS.slice(0, 2).map((point) => ({ ...point, id: `${point.id}x` }))],
    locations: parseLocations('DE'),
    type: 'ping',
    limit: 3,
  })
  assert.equal(new Set(chosen.map(({ city, asn }) => `${city} ${asn}`)).size, 3)
})

test('a name that ends like a count is a name', () => {
  const points = [
    makePoint({ id: 'server-linux2' }),
    makePoint({ id: 'b', tags: ['box1'] }),
    makePoint({ id: 'c', name: 'Phoenix 3' }),
  ]
  const find = (text: string) =>
    choosePoints({ points, locations: parseLocations(text), type: 'ping', limit: 9 }).map(({ id }) => id)
  assert.deepEqual(find('point:server-linux2'), ['server-linux2'])
  assert.deepEqual(find('tag:box1'), ['b'])
  assert.deepEqual(find('phoenix 3'), ['c'])
  assert.deepEqual(find('world x2').length, 2)
})

test('no letters within an id or a number are a name', () => {
  const points = [
    makePoint({ id: '5d0ace1b-0a4d', name: 'Tokyo', asn: 13320 }),
    makePoint({ id: 'f00', name: 'Home', network: 'Ace Networks', asn: 3320 }),
  ]
  const find = (text: string) =>
    choosePoints({ points, locations: parseLocations(text), type: 'ping', limit: 9 }).map(({ id }) => id)
  assert.deepEqual(find('ace'), ['f00'])
  assert.deepEqual(find('point:hom'), ['f00'])
  assert.throws(() => find('332'), { key: 'no_point_found' })
})

const wrong: [string, RegExp][] = [
  ['DE*0', /\*1 to \*500/],
  ['a+b+c+d+e', /at most 4 conditions/],
  ['*3', /a place such as/],
  [Array.from({ length: 21 }, () => 'DE').join(), /at most 20 places/],
]
for (const [text, message] of wrong)
  test(`«${text.slice(0, 20)}» is refused with what was expected`, () =>
    assert.throws(() => parseLocations(text), { key: 'bad_input', message }))
