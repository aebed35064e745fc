import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { identifyAnyHash } from './rarer-forms.ts'
import tool from './tool.ts'

const hex = (length: number) => 'a1'.repeat(length / 2)
// The forms in which passlib 1.7 writes them.
for (const [text, name] of [
  ['$bcrypt-sha256$v=2,t=2b,r=12$HLD9WK4b20mybcRq5QXHfO$FjdP6P1', 'bcrypt of SHA-256 (passlib)'],
  ['bcrypt_sha256$$2b$12$Mh5QPUJ6rkLKbUtHP30XAO', 'bcrypt of SHA-256 (Django)'],
  ['argon2$argon2i$v=19$m=102400,t=2,p=8$3/t/b+19b6015lwLAaB07g$aa', 'Argon2 (Django)'],
  [`md5$huuR5HaHE8Qw$${hex(32)}`, 'Salted MD5 (Django)'],
  [`sha1$eDEI4VI2eEgE$${hex(40)}`, 'Salted SHA-1 (Django)'],
  ['$pbkdf2$131000$J8T4/9.7d26ttZYSovTe2w$M5bRqGiAhf9t', 'PBKDF2-SHA-1 (passlib)'],
  ['$p5k2$1ffb8$5K23HE9EkMk5HOAn$Naw5gsFcEIJYmdYCJH', 'PBKDF2-SHA-1 (Dwayne Litzenberger)'],
  ['{PBKDF2-SHA512}25000$xrj3fg.htHZurbXWutd6bw$CZhv10', 'PBKDF2 (LDAP)'],
  [`grub.pbkdf2.sha512.25000.${hex(64)}`, 'PBKDF2-SHA-512 (GRUB)'],
  ['{PKCS5S2}kPI+pxSiNAaAsDYm5PyfU8fHVz2wU7r5INcG2UxCvAYLqSxmQQ', 'PBKDF2-SHA-1 (Atlassian)'],
  ['$sha1$480000$WbnSCTko$dXeMUWcg2u6HQW3dNUOFj8z.W/Xk', 'sha1crypt (NetBSD)'],
  ['$md5,rounds=34000$oCdi2uJH$$txfol97XDDU59A/lk6aU6.', 'md5crypt (Sun)'],
  [`$3$$${hex(32)}`, 'NTLM (FreeBSD)'],
  ['_7C/.5zJAnyQQF5Y9mvY', 'DES crypt (BSDi)'],
  ['{SMD5}r2nFV5luMOasmwqd4wLqkPsfgzA=', 'Salted MD5 (LDAP)'],
  ['{MD5}Xr4ilOzQ4PCOq3aQ0qbuaQ==', 'MD5 (LDAP)'],
  [`{SHA}${hex(40)}`, 'SHA-1 (LDAP)'],
  ['{CRYPT}$1$rGjEscTS$1RzeAkh.maER3U4/olz8p0', 'md5crypt (Unix)'],
  ['{CRYPT}U82sFLGX8r5Ms', 'DES crypt (Unix)'],
  ['ann:ENQez9WrIzOdw', 'DES crypt (Unix)'],
  ['bob:{SMD5}r2nFV5luMOasmwqd4wLqkPsfgzA=', 'Salted MD5 (LDAP)'],
  ['$scram$100000$iFFqzfn/v7c25rw3$sha-1=t1qNT2hp2ZMW9', 'SCRAM (passlib)'],
  [`S:${hex(60)}`, 'Salted SHA-1 (Oracle 11g)'],
  [`0x0100${hex(88)}`, 'Microsoft SQL Server 2000'],
  [`$wp$2y$10$${'a.B/1'.repeat(10)}xyz`, 'bcrypt of HMAC-SHA-384 (WordPress 6.8+)'],
  [`$ml$35460$${hex(64)}$${hex(256)}`, 'PBKDF2-SHA-512 (macOS)'],
  [`$DCC2$10240#ann#${hex(32)}`, 'Domain Cached Credentials 2 (Windows)'],
  [`$krb5tgs$23$*ann$realm$test/spn*$${hex(32)}$${hex(64)}`, 'Kerberos 5 TGS-REP'],
  [`$krb5asrep$23$ann@realm:${hex(32)}$${hex(64)}`, 'Kerberos 5 AS-REP'],
  [`ann::HOST:${hex(48)}:${hex(48)}:${hex(16)}`, 'NetNTLMv1'],
  [`ann::HOST:${hex(16)}:${hex(32)}:${hex(80)}`, 'NetNTLMv2'],
  [`WPA*01*${hex(32)}*${hex(12)}*${hex(12)}*${hex(22)}***`, 'WPA (PMKID or EAPOL)'],
  [hex(32), 'MD5'],
] as const)
  test(`${text.slice(0, 40)} is of ${name}`, () => assert.equal(identifyAnyHash(text)?.rows[0]?.name, name))

test('what only has the length of a DES crypt is possible, not certain', () => {
  assert.deepEqual(identifyAnyHash('ENQez9WrIzOdw')?.rows, [{ name: 'DES crypt (Unix)', likelihood: 'possible' }])
})

for (const text of ['international', '{CRYPT}', 'S:x', 'ann:international', 'secret'])
  test(`${text} is no hash`, () => assert.equal(identifyAnyHash(text), undefined))

test('of several lines each is told, and one that was broken into lines is whole', async () => {
  const ask = async (text: string) =>
    ((await answerTool(tool, { text }, createTestHost())) as { rows: { hash?: string; name: string; likelihood: string }[] }).rows
  const rows = await ask(`${hex(32)}  a.txt\r\n\n$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy\nno hash`)
  assert.deepEqual(
    rows.map(({ name, likelihood }) => [name, likelihood]),
    [
      ['MD5', 'likely'],
      ['bcrypt', 'certain'],
      ['–', 'none'],
    ],
  )
  assert.equal(rows[0]?.hash, `${hex(32)}  a.txt`)
  assert.equal((await ask(`${hex(56)}\n${hex(8)}`))[0]?.name, 'SHA-224')
  assert.equal((await ask(`${hex(62)}\n${hex(2)}`))[0]?.name, 'SHA-256')
  await assert.rejects(ask('no\nhash'), { key: 'unsupported_value' })
})
