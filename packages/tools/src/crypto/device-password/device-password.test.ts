import assert from 'node:assert/strict'
import { createCipheriv, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { hashAsa, readType7, writeType7 } from './cisco.ts'
import { readFortinet } from './fortinet.ts'
import { readJunos9, writeJunos9 } from './junos.ts'
import tool from './tool.ts'

type Answer = {
  text: string
  rows: { line: number; setting: string; form: string; safety: string; plain?: string; fits?: string }[]
  masked?: string
  commands?: string
  notes: string[]
}
const ask = async (input: object, lang: 'en' | 'zh' = 'en') =>
  (await answerTool(tool, input, createTestHost({ lang }))) as unknown as Answer
const read = (config: string, password = '') => ask({ config, password })

/** What programs of others make and say: IOS, Crypt::Juniper, hashcat’s examples, vpnc’s cisco-decrypt. */
const READABLE = [
  ['094F471A1A0A', 'cisco', 'Cisco type 7'],
  ['02050D480809', 'cisco', 'Cisco type 7'],
  ['$9$LbHX-wg4Z', 'lc', 'Junos $9$'],
  ['$9$ReqcyKY2aHqf', 'foo', 'Junos $9$'],
  ['$9$2GgZjHkPQ39.PhrvLVb.P5Tz6', 'password', 'Junos $9$'],
  [
    '9196FE0075E359E6A2486905A1EFAE9A11D652B2C588EF3FBA15574237302B74C194EC7D0DD16645CB534D94CE85FEC4',
    'letmein',
    'Cisco VPN client',
  ],
] as const

for (const [value, plain, form] of READABLE)
  test(`${form} ${value.slice(0, 14)} says ${plain}`, async () => {
    const { text, rows, masked } = await read(value)
    assert.equal(text, plain)
    assert.deepEqual(rows, [{ line: 1, setting: '', form, safety: 'reversible', plain }])
    assert.equal(masked, undefined)
  })

const HASHES = [
  ['2btjjy78REtmYkkW0csHUbJZOstRXoWdX1mGrmmfeHI', 'Cisco type 4 (SHA-256)'],
  ['$1$38652870$DUjsu4TTlTsOe/xxZ05uf/', 'Type 5, $1$ (MD5-crypt)'],
  ['$8$TnGX/fE4KGHOVU$pEhnEvxrvaynpi8j4f.EMHr6M.FzU8xnZnBr/tJdFWk', 'Cisco type 8 (PBKDF2)'],
  ['$9$2MJBozw/9R3UsU$2lFhcKvpghcyw8deP25GOfyZaagyUOGBymkryvOdfo6', 'Cisco type 9 (scrypt)'],
  ['dRRVnUmUHXOTt9nk', 'Cisco ASA (MD5)'],
  ['AK1AAECAwQFBgcICRARNGqgeC3is8gv2xWWRony9NJnDgE=', 'FortiOS AK1 (SHA-1)'],
  ['SH2lpcpFXM5QRlWYwY5vL9+5svfYyb+c79qENpxEoB3NtZpVxKwHjuq/9TH88U=', 'FortiOS SH2 (SHA-256)'],
  ['b89eaac7e61417341b710b727768294d0e6a277b', 'SHA-1 without salt'],
] as const

for (const [value, form] of HASHES)
  test(`a password is tried with ${form}`, async () => {
    assert.deepEqual(
      (await read(value, 'hashcat')).rows.map((row) => [row.form, row.fits, row.plain]),
      [[form, 'match', undefined]],
    )
    assert.equal((await read(value, 'hashcat2')).rows[0]?.fits, 'differs')
  })

test('the salt of a Cisco ASA is the name of the user', async () => {
  assert.equal(hashAsa('hashcat', '36'), 'vipU742DNzKYlH8x')
  const { rows } = await read('username 36 password vipU742DNzKYlH8x encrypted privilege 15\n!', 'hashcat')
  assert.deepEqual(rows, [{ line: 1, setting: 'username 36 password', form: 'Cisco ASA (MD5)', safety: 'weak', fits: 'match' }])
})

test('ENC of FortiOS is read where its key is the fixed one, and else said to be encrypted', async () => {
  const iv = randomBytes(4)
  const cipher = createCipheriv('aes-128-cbc', 'Mary had a littl', Buffer.concat([iv, Buffer.alloc(12)])).setAutoPadding(false)
  const sealed = Buffer.concat([iv, cipher.update('tunnel-key-1234\0'), cipher.final()]).toString('base64')
  assert.equal(await readFortinet(sealed), 'tunnel-key-1234')
  const other = Buffer.alloc(36, 7).toString('base64')
  const { rows, notes } = await read(
    `config vpn ipsec phase1-interface\n    edit "office"\n        set psksecret ENC ${sealed}\n    next\n    edit "home"\n        set psksecret ENC ${other}\n    next\nend`,
  )
  assert.deepEqual(
    rows.map(({ setting, form, plain }) => [setting, form, plain]),
    [
      ['config vpn ipsec phase1-interface › edit "office" › set psksecret ENC', 'FortiOS ENC, fixed key', 'tunnel-key-1234'],
      ['config vpn ipsec phase1-interface › edit "home" › set psksecret ENC', 'FortiOS ENC, another key', undefined],
    ],
  )
  assert.ok(notes.some((note) => note.includes('private-data-encryption')))
})

const CONFIGURATION = `hostname edge
service password-encryption
enable secret 5 $1$mERr$hx5rVt7rPNoS4wqbXKX7m0
username ops secret 9 $9$2MJBozw/9R3UsU$2lFhcKvpghcyw8deP25GOfyZaagyUOGBymkryvOdfo6
username old password 0 hunter2
aaa group server radius R
 server-private 192.0.2.7 key 7 094F471A1A0A
key chain EIGRP
 key 1
  key-string 7 02050D480809
router bgp 64500
 neighbor 192.0.2.1 password bgp-secret
snmp-server community s3cret RO
ntp authentication-key 1 md5 094F471A1A0A 7
crypto isakmp key tunnel-1 address 198.51.100.7
line vty 0 4
 password 7 094F471A1A0A
 login local
ip ssh version 2
spanning-tree priority 4096
`

test('all passwords of a configuration are found with their place, and none is left in what is passed on', async () => {
  const { rows, masked = '', notes } = await read(CONFIGURATION)
  assert.deepEqual(
    rows.map(({ line, setting, plain = '-' }) => `${line} ${setting}: ${plain}`),
    [
      '3 enable secret 5: -',
      '4 username ops secret 9: -',
      '5 username old password 0: hunter2',
      '7 aaa group server radius R › server-private 192.0.2.7 key 7: cisco',
      '10 key chain EIGRP › key 1 › key-string 7: cisco',
      '12 router bgp 64500 › neighbor 192.0.2.1 password: bgp-secret',
      '13 snmp-server community: s3cret',
      '14 ntp authentication-key 1 md5: cisco',
      '15 crypto isakmp key: tunnel-1',
      '17 line vty 0 4 › password 7: cisco',
    ],
  )
  assert.equal(masked.match(/<removed>/g)?.length, rows.length)
  assert.doesNotMatch(masked, /hunter2|bgp-secret|s3cret|tunnel-1|094F47|02050D|\$[19]\$/)
  assert.equal(masked.split('\n').length, CONFIGURATION.split('\n').length)
  assert.ok(notes.includes('The same password stands in lines 7, 10, 14, 17.'))
})

const OTHERS: readonly (readonly [config: string, said: readonly string[]])[] = [
  [
    'system {\n    radius-server {\n        192.0.2.1 secret "$9$2GgZjHkPQ39.PhrvLVb.P5Tz6"; ## SECRET-DATA\n    }\n}\nsnmp {\n    community private {\n        authorization read-only;\n    }\n}',
    ['system › radius-server › 192.0.2.1 secret=password', 'snmp › community=private'],
  ],
  [
    'local-user admin password irreversible-cipher $1c$abc$def$\nlocal-user bob password cipher %^%#k!x9"Zq0%^%#\nsnmp-agent community read simple public1',
    [
      'local-user admin password irreversible-cipher=Huawei irreversible-cipher',
      'local-user bob password cipher=Huawei cipher',
      'snmp-agent community read simple=public1',
    ],
  ],
  [
    'local-user admin class manage\n password hash $h$6$UbIhNnPevyKUwfpm$LqR3+yg1IjNct5uvgw==\n super password simple abc123',
    ['local-user admin class manage › password hash=H3C hash', 'local-user admin class manage › super password simple=abc123'],
  ],
  [
    '/ppp secret\nadd name=ann password="two words" service=l2tp\n/ip ipsec identity\nadd peer=p secret=abc',
    ['/ppp secret › add name=ann password=two words', '/ip ipsec identity › add peer=p secret=abc'],
  ],
  ['[main]\r\nHost=192.0.2.9\r\nGroupName=staff\r\nGroupPwd=\r\nenc_UserPassword=\r\n', []],
  [
    'enable password level 5 abc\nusername x secret 5 <removed>\nsnmp-server community <removed>\npassword encryption aes',
    ['enable password level 5=abc'],
  ],
  [
    'password manager user-name "admin" sha1 "b89eaac7e61417341b710b727768294d0e6a277b"\ntime',
    ['password manager user-name "admin" sha1=SHA-1 without salt'],
  ],
]

for (const [config, said] of OTHERS)
  test(`of «${config.split(/[\r\n{]/, 1)[0]?.trim()}» is told: ${said.length} passwords`, async () => {
    const { rows, masked = '' } = await read(config)
    assert.deepEqual(
      rows.map(({ setting, plain, form }) => `${setting}=${plain ?? form}`),
      said,
    )
    assert.equal(masked.match(/<removed>/g)?.length ?? 0, said.length + (config.match(/<removed>/g)?.length ?? 0))
  })

test('where there is no password, that is said and nothing is changed', async () => {
  const config = 'interface Gi0/1\n ip address 192.0.2.1 255.255.255.0\n switchport port-security maximum 7 0812\n'
  assert.deepEqual(await read(config), { text: 'No password found.', rows: [], masked: config, notes: [] })
  assert.equal((await ask({ config }, 'zh')).text, '未找到密码。')
})

for (const [type, form] of [
  ['cisco9', 'Cisco type 9 (scrypt)'],
  ['cisco8', 'Cisco type 8 (PBKDF2)'],
  ['cisco5', 'Type 5, $1$ (MD5-crypt)'],
  ['cisco7', 'Cisco type 7'],
  ['sha512crypt', 'SHA-crypt ($5$, $6$)'],
  ['junos9', 'Junos $9$'],
] as const)
  test(`what is made as ${type} is read again, and so are its commands`, async () => {
    const { text, commands = '' } = await ask({ task: 'make', type, password: 'correct-horse"1' })
    const whole = await read(commands, 'correct-horse"1')
    assert.ok(whole.rows.length > 0 && commands.split(text).length === whole.rows.length + 1)
    assert.deepEqual(new Set(whole.rows.map((row) => `${row.form} ${row.fits}`)), new Set([`${form} match`]))
  })

test('any password comes back from the two forms that can be read', () => {
  const text = fc.stringMatching(/^[ -~]{1,64}$/)
  fc.assert(
    fc.property(text, fc.uint8Array({ minLength: 4, maxLength: 4 }), (password, random) => {
      assert.equal(readType7(writeType7(password, random[0]!)), password)
      assert.equal(readJunos9(writeJunos9(password, random)), password)
    }),
  )
})

test('whatever is pasted is answered', async () => {
  const part = fc.constantFrom(
    'password ',
    '7 ',
    '$9$',
    '$8$',
    'ENC ',
    '\n',
    ' ',
    '"',
    '0812',
    'AK1',
    '%^%#',
    'set secret=',
    'é',
    '00',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(part, fc.string()), { minLength: 1, maxLength: 20 }), async (parts) => {
      const config = `${parts.join('')}x`
      const { rows, masked } = await read(config, 'p')
      assert.ok(rows.every(({ form }) => form !== ''))
      assert.ok(masked === undefined || masked.split('\n').length === config.split('\n').length)
    }),
  )
})

test('a configuration of 100,000 lines takes no longer for being one', async () => {
  const { rows } = await read(
    `username a privilege 15 password 7 094F471A1A0A\n${'interface Gi0/1\n ip mtu 1400\n'.repeat(50_000)}`,
  )
  assert.equal(rows.length, 1)
})

for (const [name, input, expected] of [
  ['nothing to read', { config: '  ' }, /a configuration, or one password/],
  ['a password with a blank', { task: 'make', password: 'a b' }, /without blank and question mark/],
  ['a password with a question mark', { task: 'make', password: 'a?' }, /U\+003F at character 2/],
  ['no password to make', { task: 'make' }, /0 characters/],
  ['too many passwords', { config: 'snmp-server community abc\n'.repeat(5_001) }, /5,?001/],
] as const)
  test(`${name} is refused with words`, async () => {
    await assert.rejects(ask(input), expected)
  })
