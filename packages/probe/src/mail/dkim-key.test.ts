import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { readDkim } from './dkim.ts'
import { readKeyRecord } from './dkim-key.ts'
import { TextBook } from './txt.ts'

const toBase64 = (kind: 'rsa' | 'ed25519', modulusLength = 2048): Buffer =>
  (kind === 'rsa' ? generateKeyPairSync('rsa', { modulusLength }) : generateKeyPairSync('ed25519')).publicKey.export({
    format: 'der',
    type: 'spki',
  })
const RSA = toBase64('rsa').toString('base64')
const PKCS1 = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ format: 'der', type: 'pkcs1' })
  .toString('base64')
const ED = toBase64('ed25519').subarray(-32).toString('base64')

/** What is written, and why receivers take no signature by it; as dkimpy 1.1.4 says of all but the quotation marks and `s`. */
const ROWS: readonly (readonly [title: string, record: string, problem: RegExp | null])[] = [
  ['as it should be', `v=DKIM1; k=rsa; p=${RSA}`, null],
  ['a key alone', `p=${RSA}`, null],
  ['Ed25519', `v=DKIM1; k=ed25519; p=${ED}`, null],
  ['white space', `v = DKIM1 ;\tk = rsa ; p = ${RSA.slice(0, 90)} ${RSA.slice(90)};`, null],
  ['all tags', `v=DKIM1; h=sha256; k=rsa; n=note; s=email:x; t=s; p=${RSA}`, null],
  ['revoked', 'v=DKIM1; p=', null],
  ['escaped semicolons', `v=DKIM1\\; k=rsa\\; p=${RSA}`, /^a backslash before a semicolon$/],
  ['quotation marks', `"v=DKIM1; k=rsa; p=${RSA}"`, /^quotation marks/],
  ['pieces of a zone file', `v=DKIM1; k=rsa; p=${RSA.slice(0, 90)}" "${RSA.slice(90)}`, /^quotation marks/],
  ['commas', `v=DKIM1, k=rsa, p=${RSA}`, /^v=DKIM1, k=rsa, p=.{20}\S*, where v=DKIM1 must stand/],
  ['another case', `v=dkim1; k=rsa; p=${RSA}`, /^v=dkim1, where/],
  ['tags in capitals', `V=DKIM1; K=rsa; P=${RSA}`, /^names of tags in capitals$/],
  ['a version that is passed over', `V=DKIM1; S=tlsrpt; K=rsa; p=${RSA}`, null],
  ['a kind that is passed over', `v=DKIM1; K=ed25519; p=${ED}`, /^names of tags in capitals$/],
  ['a kind in capitals', `v=DKIM1; k=RSA; p=${RSA}`, /^k=RSA is no key type/],
  ['a kind that is none', `v=DKIM1; k=ecdsa; p=${RSA}`, /^k=ecdsa is no key type/],
  ['another service', `v=DKIM1; s=tlsrpt; p=${RSA}`, /^s=tlsrpt: not meant for mail$/],
  ['no key', 'v=DKIM1; k=rsa', /^no key in it/],
  ['two keys', `v=DKIM1; p=${RSA}; p=${RSA}`, /^“p=” stands there twice$/],
  ['a stray word', `v=DKIM1; rsa; p=${RSA}`, /^“rsa” is not of the form/],
  ['255 characters', `v=DKIM1; k=rsa; p=${RSA}`.slice(0, 255), /^the key is cut off: \d+ of 294 bytes$/],
  ['PEM', `v=DKIM1; p=-----BEGIN PUBLIC KEY-----${RSA}-----END PUBLIC KEY-----`, /^the lines BEGIN and END/],
  ['base64url', `v=DKIM1; p=${RSA.slice(0, 90)}_${RSA.slice(91)}`, /^“_” in p=/],
  [
    'Ed25519 as SPKI',
    `v=DKIM1; k=ed25519; p=${toBase64('ed25519').toString('base64')}`,
    /^p= holds the whole public key \(SPKI\)/,
  ],
  ['padding that is too long', `v=DKIM1; p=${RSA}=`, /^p= is no base64: “=”/],
  ['two keys in a row', `v=DKIM1; k=ed25519; p=${ED}${ED}`, /^p= is no base64: “=”/],
  ['padding left out', `v=DKIM1; k=ed25519; p=${ED.replace(/=+$/, '')}`, null],
  ['PKCS #1', `v=DKIM1; k=rsa; p=${PKCS1}`, /^p= holds the RSA key in PKCS #1/],
  ['the version behind', `k=rsa; v=DKIM1; p=${RSA}`, /^v= does not stand first/],
  ['Ed25519 as RSA', `v=DKIM1; k=rsa; p=${ED}`, /^p= is no such key$|^the key is cut off/],
]
for (const [title, record, problem] of ROWS)
  test(`a DKIM record with ${title}: ${problem?.source ?? 'sound'}`, () => {
    const found = readKeyRecord(record).problem
    if (problem) assert.match(found?.en ?? '', problem)
    else assert.equal(found, null)
  })

test('of several records under a selector none is sure to count', async () => {
  const texts = [`v=DKIM1; p=${RSA}`, `v=DKIM1; p=${RSA}`, 'v=spf1 -all']
  const key = await readDkim('s', 'example.com', new TextBook(async () => texts))
  assert.equal(key?.problem?.en, '2 records, of which one is allowed')
})

for (const text of ['v=spf1 -all', 'v=DMARC1; p=reject', 'o=~', 'any'])
  test(`“${text}” is no DKIM record`, async () =>
    assert.equal(await readDkim('s', 'example.com', new TextBook(async () => [text])), undefined))
