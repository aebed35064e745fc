import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identifyHash } from './identify.ts'

const hex = (length: number) => 'a1'.repeat(length / 2)
for (const [text, name] of [
  [`${hex(32)}  file name.txt`, 'MD5'],
  [`${hex(64)} *file.iso`, 'SHA-256'],
  [`SHA512 (file) = ${hex(128)}`, 'SHA-512'],
  [`root:$6$salt$${'x'.repeat(86)}:19000:0:99999:7:::`, 'sha512crypt (Unix)'],
  [`ann:$apr1$salt$${'x'.repeat(22)}`, 'md5crypt (Apache)'],
  ['bob:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=', 'SHA-1 (LDAP)'],
  [`{SSHA512}${'A'.repeat(96)}`, 'Salted SHA-2 (LDAP)'],
  [`md5${hex(32)}`, 'MD5 with the user name (PostgreSQL)'],
  [`0x0200${hex(136)}`, 'Microsoft SQL Server 2012'],
  ['pbkdf2:sha256:600000$salt$aa', 'PBKDF2 (Werkzeug)'],
  ['SCRYPT:1024:8:1:salt:hash', 'scrypt'],
] as const)
  test(`${text.slice(0, 30)} is of ${name}`, () => assert.equal(identifyHash(text)?.rows[0]?.name, name))

for (const text of ['root:x:0:0:root:/root:/bin/bash', 'deadbeef is hex', 'https://example.org', 'a:b'])
  test(`${text} is no hash`, () => assert.equal(identifyHash(text), undefined))
