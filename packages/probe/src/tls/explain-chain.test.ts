import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { TestAuthority } from '../testing/authority.ts'
import { skipWithout } from '../testing/peers.ts'
import { explainProblem, explainUnspecified } from './explain-chain.ts'

const skip = skipWithout('openssl')
const authority = skip ? undefined! : new TestAuthority()
after(() => authority?.[Symbol.dispose]())

const AUTHORITY = 'basicConstraints=critical,CA:TRUE'
const ISSUERS: readonly (readonly [title: string, extensions: readonly string[], expected: string])[] = [
  [
    'that may vouch for other names only',
    [AUTHORITY, 'nameConstraints=critical,permitted;DNS:other.example'],
    'PERMITTED_VIOLATION',
  ],
  ['that is no authority', ['basicConstraints=critical,CA:FALSE'], 'KEYUSAGE_NO_CERTSIGN'],
  ['whose key is for something else', [AUTHORITY, 'keyUsage=critical,digitalSignature'], 'KEYUSAGE_NO_CERTSIGN'],
  ['without fault', [AUTHORITY, 'keyUsage=critical,keyCertSign'], 'UNSPECIFIED'],
]
for (const [index, [title, extensions, expected]] of ISSUERS.entries())
  test(`an issuer ${title}: ${expected}`, { skip }, () => {
    const { raw } = authority.issue(`issuer${index}`, { by: 'root', extensions })
    assert.equal(explainUnspecified([raw, raw]), expected)
  })

for (const [title, extensions, problem, expected] of [
  ['with an unknown critical extension', ['1.2.3.4=critical,ASN1:UTF8String:x'], 'UNSPECIFIED', 'UNHANDLED_CRITICAL_EXTENSION'],
  ['with a key for CRLs alone', ['keyUsage=critical,cRLSign'], 'INVALID_PURPOSE', 'INVALID_KEY_USAGE'],
  ['for clients alone', ['keyUsage=digitalSignature', 'extendedKeyUsage=clientAuth'], 'INVALID_PURPOSE', 'INVALID_PURPOSE'],
  ['that has expired', [], 'CERT_HAS_EXPIRED', 'CERT_HAS_EXPIRED'],
] as const)
  test(`a certificate ${title}: ${expected}`, { skip }, () => {
    const { raw } = authority.issue('leaf', { extensions })
    assert.equal(explainProblem(problem, [raw, authority.intermediate.raw]), expected)
  })

test('a certificate whose issuer is no authority is not called one for another purpose', { skip }, () => {
  const { raw } = authority.issue('none', { by: 'root', extensions: ['basicConstraints=critical,CA:FALSE'] })
  assert.equal(explainProblem('INVALID_PURPOSE', [raw, raw]), 'INVALID_CA')
})

test('a chain of which OpenSSL takes no issuer is made by one that may not sign', { skip }, () =>
  assert.equal(explainUnspecified([authority.intermediate.raw]), 'KEYUSAGE_NO_CERTSIGN'),
)
