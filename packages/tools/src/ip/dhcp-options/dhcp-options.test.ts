import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@octet/core/errors.ts'
import { runDhcpOptions, type DhcpInput, type DhcpOutput } from './run.ts'

const run = (input: Partial<DhcpInput> & { values: string }, lang: 'en' | 'zh' = 'en'): DhcpOutput =>
  runDhcpOptions({ option: 'routes', vendor: 'cisco', ...input }, lang)
const read = (values: string, code?: number): (readonly [number, string])[] =>
  run({ option: 'read', values, code }).options!.map((row) => [row.code, row.value])
const isBad = (error: unknown): boolean =>
  error instanceof AppError && error.key === 'bad_input' && error.details?.['field'] === 'values'

/** Destinations as RFC 3442 lists them. */
const ROUTES: readonly (readonly [network: string, hex: string])[] = [
  ['0.0.0.0/0', '00'],
  ['10.0.0.0/8', '080a'],
  ['10.0.0.0/24', '180a0000'],
  ['10.17.0.0/16', '100a11'],
  ['10.27.129.0/24', '180a1b81'],
  ['10.229.0.128/25', '190ae50080'],
  ['10.198.122.47/32', '200ac67a2f'],
]
for (const [network, hex] of ROUTES)
  test(`the route to ${network} is ${hex} and its router`, () => {
    assert.equal(run({ values: `${network} 192.0.2.1` }).text, `${hex}c0000201`)
    assert.deepEqual(read(`${hex}c0000201`, 121), [[121, `${network} → 192.0.2.1`]])
  })

test('a route is read as people write it', () => {
  const wanted = run({ values: '10.0.0.0/8 192.0.2.1' }).text
  for (const written of [
    '10.0.0.0/8 via 192.0.2.1',
    '10.0.0.0/8 → 192.0.2.1',
    '10.0.0.0/8,192.0.2.1',
    '10.0.0.0 255.0.0.0 192.0.2.1',
    '10.0.0.0/255.0.0.0 -> 192.0.2.1',
    '# all\n10.0.0.0/8   192.0.2.1\n',
  ])
    assert.equal(run({ values: written }).text, wanted, written)
  assert.equal(run({ values: 'default 192.0.2.1' }).text, '00c0000201')
  assert.equal(run({ values: '192.0.2.9 192.0.2.1' }).text, '20c0000209c0000201')
})

test('what a route leaves out is told: a default route, bits behind its prefix', () => {
  assert.match(run({ values: '10.0.0.0/8 192.0.2.1' }).notes!.join(), /no default route/)
  assert.deepEqual(run({ values: '10.0.0.0/8 192.0.2.1; 0.0.0.0/0 192.0.2.1' }).notes, [])
  assert.match(
    run({ values: 'default 192.0.2.1\n10.1.2.3/8 192.0.2.1' }).notes!.join(),
    /^10\.1\.2\.3\/8 is meant as 10\.0\.0\.0\/8/,
  )
})

for (const values of [
  '10.0.0.0/33 192.0.2.1',
  '10.0.0.0/8',
  '10.0.0.0/8 x',
  '10.0.0.0/255.0.255.0 192.0.2.1',
  '2001:db8::/32 192.0.2.1',
  '#',
  'a b c d',
])
  test(`${JSON.stringify(values)} is no route`, () => assert.throws(() => run({ values }), isBad))

test('endings of names that stand there already are pointers, and are read back (RFC 3397 §2)', () => {
  const { text, value } = run({ option: 'names', values: 'eng.apple.com., marketing.apple.com apple.com' })
  const [eng, marketing] = ['03656e67056170706c6503636f6d00', '096d61726b6574696e67c004']
  assert.equal(text, `${eng}${marketing}c004`)
  assert.equal(value, 'eng.apple.com, marketing.apple.com, apple.com')
  assert.equal(run({ option: 'names', values: '例子.测试' }).value, 'xn--fsqu00a.xn--0zwm56d')
  for (const values of ['a..b', ',', `${'a'.repeat(64)}.test`]) assert.throws(() => run({ option: 'names', values }), isBad)
})

test('names with a pointer that leads round or out are shown as bytes', () => {
  for (const hex of ['c000', 'c005', '03616263', '0161c000']) assert.deepEqual(read(hex, 119), [[119, hex]])
})

/** Option 43 as the makers document it. */
const CONTROLLERS: readonly (readonly [DhcpInput['vendor'], values: string, hex: string])[] = [
  ['cisco', '192.168.10.5 192.168.10.20', 'f108c0a80a05c0a80a14'],
  ['unifi', '192.168.3.10', '0104c0a8030a'],
  ['huawei', '192.168.100.1', '030d3139322e3136382e3130302e31'],
  ['huawei', '10.1.7.1, 10.1.7.2', '031131302e312e372e312c31302e312e372e32'],
  ['ruckus', '192.168.1.1', '030b3139322e3136382e312e31'],
  ['smartzone', '192.168.1.120', '060d3139322e3136382e312e313230'],
  ['aruba', '10.1.1.1', '31302e312e312e31'],
  ['h3c', '10.1.1.1 10.1.1.2', '800b0000020a0101010a010102'],
]
for (const [vendor, values, hex] of CONTROLLERS)
  test(`${vendor} at ${values}: ${hex}`, () => assert.equal(run({ option: 'controller', vendor, values }).text, hex))

test('a controller is an address, and who else reads option 43 in another way is told', () => {
  assert.throws(() => run({ option: 'controller', values: 'wlc.example.com' }), isBad)
  assert.match(
    run({ option: 'controller', vendor: 'unifi', values: '192.0.2.1 192.0.2.2' }).notes!.join('\n'),
    /“ubnt”[^]*first address only/,
  )
})

/** Options by number, and how they are laid out. */
const OTHERS: readonly (readonly [code: number, values: string, hex: string, says: string])[] = [
  [6, '192.0.2.1, 192.0.2.2', 'c0000201c0000202', '192.0.2.1, 192.0.2.2'],
  [2, '-3600', 'fffff1f0', '-3600'],
  [26, '1400', '0578', '1400'],
  [46, '8', '08', '8'],
  [51, '3600', '00000e10', '3600'],
  [19, '1', '01', '1'],
  [66, 'tftp.example.com', '746674702e6578616d706c652e636f6d', 'tftp.example.com'],
  [55, '1, 3, 6', '010306', '1 Subnet mask, 3 Router, 6 Name server'],
  [33, '10.0.0.1 192.0.2.1', '0a000001c0000201', '10.0.0.1 → 192.0.2.1'],
  [224, '192.0.2.7', 'c0000207', 'c0000207'],
  [224, '0xde:ad', 'dead', 'dead'],
  [224, 'hello', '68656c6c6f', '68656c6c6f'],
]
for (const [code, values, hex, says] of OTHERS)
  test(`option ${code} of ${values} is ${hex}`, () => {
    const { text, value } = run({ option: 'other', code, values })
    assert.deepEqual([text, value], [hex, says])
  })

for (const [code, values] of [
  [26, '70000'],
  [26, '-1'],
  [26, 'x'],
  [6, 'dns.example.com'],
  [33, '192.0.2.1'],
  [55, '300'],
  [66, 'a\nb'],
  [51, '4294967296'],
] as const)
  test(`option ${code} is not ${JSON.stringify(values)}`, () =>
    assert.throws(() => run({ option: 'other', code, values }), isBad))

test('an option by its number needs the number', () => {
  assert.throws(
    () => run({ option: 'other', values: 'x' }),
    (error) => error instanceof AppError && error.key === 'missing_input' && error.details?.['field'] === 'code',
  )
})

test('options of a packet are read from behind the cookie, those of one code together', () => {
  const routes = '180a0000c0000201'
  const packet =
    `${'00'.repeat(236)}63825363350102360 4c0000201`.replace(' ', '') +
    `7904${routes.slice(0, 8)}7904${routes.slice(8)}520a0104657468300202abcdff`
  assert.deepEqual(read(packet), [
    [53, 'OFFER'],
    [54, '192.0.2.1'],
    [121, '10.0.0.0/24 → 192.0.2.1'],
    [82, 'circuit: eth0, remote: abcd'],
  ])
  assert.deepEqual(read('0x35 0x01 0x05, 0xff'), [[53, 'ACK']])
})

test('data are read by the number given, and what is laid out otherwise stays bytes', () => {
  assert.deepEqual(read('f108c0a80a05c0a80a14', 43), [[43, '241: 192.168.10.5 192.168.10.20']])
  assert.deepEqual(read('31302e312e312e31', 43), [[43, '10.1.1.1']])
  assert.deepEqual(read('0000007063', 81), [[81, 'pc']])
  assert.deepEqual(read('0400000270630474657374', 81), [[81, 'pc.test']])
  assert.deepEqual(read('c00002', 6), [[6, 'c00002']])
  assert.deepEqual(read('21ffff', 121), [[121, '21ffff']])
  assert.deepEqual(read('18.c0a8.02c0.a801.01', 249), [[249, '192.168.2.0/24 → 192.168.1.1']])
})

test('what is no list of options is refused, with both ways out', () => {
  for (const values of ['18c0a802c0a80101', 'ff', '0x']) assert.throws(() => run({ option: 'read', values }), isBad)
  assert.throws(() => run({ option: 'read', values: 'xyz', code: 6 }), isBad)
})

test('settings of servers: routes twice, for old Windows too; names and texts as each server writes them', () => {
  const routes = run({ values: '0.0.0.0/0 192.0.2.1' }).commands!
  for (const line of [
    'dhcp-option=121,0.0.0.0/0,192.0.2.1',
    'dhcp-option=249,0.0.0.0/0,192.0.2.1',
    "uci add_list dhcp.lan.dhcp_option='121,0.0.0.0/0,192.0.2.1'",
    '  { "code": 121, "csv-format": false, "data": "00c0000201" },',
    'option routes-121 0, 192, 0, 2, 1;',
    '/ip dhcp-server option add name=option-249 code=249 value=0x00c0000201',
    'option 121 hex 00c0000201',
    'Set-DhcpServerv4OptionValue -OptionId 121 -Value 0x00,0xc0,0x00,0x02,0x01',
  ])
    assert.ok(routes.split('\n').includes(line), line)
  assert.match(run({ option: 'names', values: 'a.test b.test' }).commands!, /^option domain-search "a\.test", "b\.test";$/m)
  const text = run({ option: 'other', code: 66, values: `a"b'c` }).commands!
  assert.match(text, /^dhcp-option=66,"a\\"b'c"$/m)
  assert.match(text, /^uci add_list dhcp\.lan\.dhcp_option='66,"a\\"b'\\''c"'$/m)
  assert.match(text, /^Set-DhcpServerv4OptionValue -OptionId 66 -Value 'a"b''c'$/m)
  assert.match(run({ option: 'other', code: 225, values: '0x05' }).commands!, /^dhcp-option=225,5$/m)
})

test('data over 255 bytes are told to go in pieces, and more than a packet holds are refused', () => {
  const values = Array.from({ length: 40 }, (_, i) => `10.0.${i}.0/24 192.0.2.1`).join('\n')
  assert.match(run({ values }, 'zh').notes!.join(), /超过 255 字节/)
  assert.throws(
    () => run({ values: `${values}\n`.repeat(20) }),
    (error) => error instanceof AppError && error.key === 'too_large',
  )
})
