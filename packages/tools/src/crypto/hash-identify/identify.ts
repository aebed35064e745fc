type Likelihood = 'certain' | 'likely' | 'possible'
type Identified = { rows: { name: string; likelihood: Likelihood }[]; bits?: number }

/** Forms with a mark of their own. */
const MARKED: readonly (readonly [RegExp, string])[] = [
  [/^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/, 'bcrypt'],
  [/^\$argon2(id|i|d)\$/, 'Argon2'],
  [/^\$scrypt\$|^\$7\$|^SCRYPT:/, 'scrypt'],
  [/^\$y\$/, 'yescrypt'],
  [/^\$1\$[^$]{0,8}\$[./A-Za-z0-9]{22}$/, 'md5crypt (Unix)'],
  [/^\$apr1\$[^$]{0,8}\$[./A-Za-z0-9]{22}$/, 'md5crypt (Apache)'],
  [/^\$5\$(rounds=\d+\$)?[^$]{0,16}\$[./A-Za-z0-9]{43}$/, 'sha256crypt (Unix)'],
  [/^\$6\$(rounds=\d+\$)?[^$]{0,16}\$[./A-Za-z0-9]{86}$/, 'sha512crypt (Unix)'],
  [/^\$P\$[./A-Za-z0-9]{31}$|^\$H\$[./A-Za-z0-9]{31}$/, 'phpass (WordPress, phpBB)'],
  [/^pbkdf2_sha256\$\d+\$/, 'PBKDF2-SHA-256 (Django)'],
  [/^\$pbkdf2-sha(1|256|512)\$/, 'PBKDF2 (passlib)'],
  [/^\{SSHA\}[A-Za-z0-9+/=]+$/, 'Salted SHA-1 (LDAP)'],
  [/^\{SHA\}[A-Za-z0-9+/=]{28}$/, 'SHA-1 (LDAP)'],
  [/^\{SSHA(256|384|512)\}[A-Za-z0-9+/]+={0,2}$/, 'Salted SHA-2 (LDAP)'],
  [/^\$S\$[./A-Za-z0-9]{52}$/, 'SHA-512 phpass (Drupal 7)'],
  [/^pbkdf2:sha(1|256|512):\d+\$/, 'PBKDF2 (Werkzeug)'],
  [/^scrypt:\d+:\d+:\d+\$/, 'scrypt (Werkzeug)'],
  [/^md5[0-9a-f]{32}$/, 'MD5 with the user name (PostgreSQL)'],
  [/^0x0200[0-9A-F]{136}$/i, 'Microsoft SQL Server 2012'],
  [/^\*[0-9A-F]{40}$/i, 'MySQL 4.1+ (SHA-1 twice)'],
  [/^SCRAM-SHA-256\$/, 'SCRAM-SHA-256 (PostgreSQL)'],
  [/^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/, 'Subresource Integrity'],
  [/^0x0100[0-9A-F]{48}$/i, 'Microsoft SQL Server 2005'],
]

/** Algorithms of bare digests by number of hex digits, the likely ones before the bar. */
const BARE: Readonly<Record<number, readonly [readonly string[], readonly string[]]>> = {
  4: [['CRC-16'], []],
  8: [['CRC-32'], ['CRC-32C', 'Adler-32', 'xxHash32']],
  16: [['MD5, middle 16 characters'], ['CRC-64', 'xxHash64', 'MySQL 3.23', 'half of a DES-based LM hash']],
  32: [['MD5'], ['NTLM', 'MD4', 'MD2', 'RIPEMD-128', 'LM', 'XXH3-128']],
  40: [['SHA-1'], ['RIPEMD-160', 'Git object id', 'Tiger-160']],
  48: [['Tiger-192'], []],
  56: [['SHA-224'], ['SHA3-224', 'SHA-512/224']],
  64: [['SHA-256'], ['SHA3-256', 'BLAKE3', 'BLAKE2s-256', 'BLAKE2b-256', 'SM3', 'Keccak-256', 'SHA-512/256', 'GOST']],
  96: [['SHA-384'], ['SHA3-384', 'BLAKE2b-384']],
  128: [['SHA-512'], ['SHA3-512', 'BLAKE2b-512', 'Whirlpool', 'Keccak-512']],
}

/**
 * Says which algorithms a hash may come from; nothing if none has this form. A line of `md5sum` and one of
 * /etc/shadow or .htpasswd hold one.
 */
export function identifyHash(text: string): Identified | undefined {
  const found = identify(text)
  if (found) return found
  const [, sum] = /^([\da-f]{32,128})\s+\*?\S/i.exec(text) ?? /^[A-Z][\w/-]+ ?\(.*\) ?= ([\da-f]{32,128})$/.exec(text) ?? []
  const [, password] = /^[^:\s]+:([^:\s]{13,})(?::|$)/.exec(text) ?? []
  const inner = sum ?? password
  return inner === undefined ? undefined : identify(inner)
}

function identify(text: string): Identified | undefined {
  const marked = MARKED.find(([form]) => form.test(text))
  if (marked) return { rows: [{ name: marked[1], likelihood: 'certain' }] }
  const hex = toHexDigits(text)
  const names = hex === undefined ? undefined : BARE[hex]
  if (!hex || !names) return undefined
  const [likely, possible] = names
  return {
    rows: [
      ...likely.map((name) => ({ name, likelihood: 'likely' as const })),
      ...possible.map((name) => ({ name, likelihood: 'possible' as const })),
    ],
    bits: hex * 4,
  }
}

/** Number of hex digits of a digest in hex or base64. */
function toHexDigits(text: string): number | undefined {
  if (/^[0-9a-f]+$/i.test(text)) return text.length
  if (!/^[A-Za-z0-9+/_-]{22,88}={0,2}$/.test(text)) return undefined
  return Math.floor((text.replace(/=+$/, '').length * 6) / 8) * 2
}
