import { identifyHash } from './identify.ts'

/** Forms that are pasted too seldom to be looked for in every text of the smart box. */
const MARKED: readonly (readonly [RegExp, string])[] = [
  [/^\$bcrypt-sha256\$/, 'bcrypt of SHA-256 (passlib)'],
  [/^bcrypt_sha256\$\$2[aby]\$/, 'bcrypt of SHA-256 (Django)'],
  [/^bcrypt\$\$2[aby]\$/, 'bcrypt (Django)'],
  [/^argon2\$argon2(?:id|i|d)\$/, 'Argon2 (Django)'],
  [/^pbkdf2_sha1\$\d+\$/, 'PBKDF2-SHA-1 (Django)'],
  [/^scrypt\$[^$]+\$\d+\$\d+\$\d+\$/, 'scrypt (Django)'],
  [/^md5\$[^$]*\$[\da-f]{32}$/, 'Salted MD5 (Django)'],
  [/^sha1\$[^$]*\$[\da-f]{40}$/, 'Salted SHA-1 (Django)'],
  [/^\$pbkdf2\$\d+\$/, 'PBKDF2-SHA-1 (passlib)'],
  [/^\$p5k2\$/, 'PBKDF2-SHA-1 (Dwayne Litzenberger)'],
  [/^\{PBKDF2(?:-SHA\d+)?\}\d+\$/, 'PBKDF2 (LDAP)'],
  [/^grub\.pbkdf2\.sha512\.\d+\./, 'PBKDF2-SHA-512 (GRUB)'],
  [/^\{PKCS5S2\}[\w+/]+={0,2}$/, 'PBKDF2-SHA-1 (Atlassian)'],
  [/^\$8\$[./\w]{14}\$[./\w]{43}$/, 'PBKDF2-SHA-256 (Cisco, type 8)'],
  [/^\$9\$[./\w]{14}\$[./\w]{43}$/, 'scrypt (Cisco, type 9)'],
  [/^\$gy\$/, 'gost-yescrypt'],
  [/^\$sha1\$\d+\$/, 'sha1crypt (NetBSD)'],
  [/^\$md5[,$]/, 'md5crypt (Sun)'],
  [/^\$3\$\$[\da-f]{32}$/, 'NTLM (FreeBSD)'],
  [/^_[./\dA-Za-z]{19}$/, 'DES crypt (BSDi)'],
  [/^\{SMD5\}[\w+/]+={0,2}$/, 'Salted MD5 (LDAP)'],
  [/^\{MD5\}(?:[\da-f]{32}|[\w+/]{22}==)$/i, 'MD5 (LDAP)'],
  [/^\{SHA\}[\da-f]{40}$/i, 'SHA-1 (LDAP)'],
  [/^\{x-issha, \d+\}/, 'Salted SHA-1 (SAP)'],
  [/^\$scram\$\d+\$/, 'SCRAM (passlib)'],
  [/^SCRAM-SHA-(?:1|512)\$/, 'SCRAM'],
  [/^S:[\da-f]{60}(?:;|$)/i, 'Salted SHA-1 (Oracle 11g)'],
  [/^0x0100[\da-f]{88}$/i, 'Microsoft SQL Server 2000'],
  [/^\$wp\$2[aby]\$\d\d\$[./\w]{53}$/, 'bcrypt of HMAC-SHA-384 (WordPress 6.8+)'],
  [/^\$ml\$\d+\$[\da-f]+\$[\da-f]+$/i, 'PBKDF2-SHA-512 (macOS)'],
  [/^\$DCC2\$\d+#/, 'Domain Cached Credentials 2 (Windows)'],
  [/^\$krb5tgs\$\d\d\$/, 'Kerberos 5 TGS-REP'],
  [/^\$krb5asrep\$/, 'Kerberos 5 AS-REP'],
  [/^\$krb5pa\$\d\d\$/, 'Kerberos 5 pre-authentication'],
  [/^[^:\s]*::[^:\s]*:[\da-f]{48}:[\da-f]{48}:[\da-f]{16}$/i, 'NetNTLMv1'],
  [/^[^:\s]*::[^:\s]*:[\da-f]{16}:[\da-f]{32}:[\da-f]+$/i, 'NetNTLMv2'],
  [/^WPA\*0[12]\*[\da-f]{32}\*[\da-f]{12}\*[\da-f]{12}\*/i, 'WPA (PMKID or EAPOL)'],
]

type Identified = ReturnType<typeof identifyHash>

/** As {@link identifyHash}, with what is rare and what only looks like a hash. */
export function identifyAnyHash(text: string): Identified {
  const known = identifyHash(text)
  if (known) return known
  // LDAP names the crypt of Unix in front, .htpasswd and /etc/shadow the user.
  const bare = text.replace(/^\{CRYPT\}/i, '')
  if (bare !== text) return identifyAnyHash(bare)
  const marked = MARKED.find(([form]) => form.test(text))
  if (marked) return { rows: [{ name: marked[1], likelihood: 'certain' }] }
  const [, user] = /^[^:\s]+:([^:\s]{13,})(?::|$)/.exec(text) ?? []
  if (user !== undefined && !/^S:/i.test(text)) return identifyAnyHash(user)
  // Two characters of salt and 64 bits, so that the last has two zeros (crypt(3) of DES).
  return /^[./\dA-Za-z]{12}[.26AEIMQUYcgkosw]$/.test(text)
    ? { rows: [{ name: 'DES crypt (Unix)', likelihood: 'possible' }] }
    : undefined
}
