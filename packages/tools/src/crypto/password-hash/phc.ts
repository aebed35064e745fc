import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { equalBytes } from '../../lib/bytes.ts'
import { deriveScrypt } from '../../lib/kdf/scrypt.ts'
import { parseBase64, toBase64 } from '../../lib/radix-text.ts'
import { fitsPbkdf2, makeSsha, readPbkdf2, verifyLdap } from './other-forms.ts'
import { refuseCut } from '../../lib/crypt/refuse-cut.ts'
import { cryptPassword, readCrypt, SALT_CHARACTERS, type CryptMark } from '../../lib/crypt/unix-crypt.ts'

export type HashOptions = {
  password: string
  algorithm: 'argon2id' | 'argon2i' | 'argon2d' | 'bcrypt' | 'scrypt' | 'ssha' | keyof typeof CRYPT_MARKS
  cost: number
  memoryKib: number
  passes: number
  logN: number
  /** Of SHA-crypt. */
  rounds: number
}

const CRYPT_MARKS = { sha512crypt: '6', sha256crypt: '5', apr1: 'apr1', md5crypt: '1' } as const satisfies Record<
  string,
  CryptMark
>
function findCryptName(mark: CryptMark): string {
  return Object.entries(CRYPT_MARKS).find(([, made]) => made === mark)![0]
}

/** What bcrypt reads of a password. */
const BCRYPT = { program: 'bcrypt', mostBytes: 72 } as const
/** A foreign hash may ask for any cost; above these limits it is refused instead of being worked on for minutes. */
const LIMITS = {
  bcryptCost: 16,
  memoryKib: 1_048_576,
  passes: 100,
  logN: 20,
  shaRounds: 1_000_000,
  pbkdf2Rounds: 10_000_000,
} as const

/** Makes a hash in the format that servers store: PHC strings, or what crypt(3) and LDAP write. */
export async function makePasswordHash(options: HashOptions, random: (sizeBytes: number) => Uint8Array): Promise<string> {
  const { password, algorithm, cost, memoryKib, passes, logN, rounds } = options
  if (algorithm === 'ssha') return makeSsha(password, random(8))
  if (Object.hasOwn(CRYPT_MARKS, algorithm)) {
    const mark = CRYPT_MARKS[algorithm as keyof typeof CRYPT_MARKS]
    const isSha = mark === '6' || mark === '5'
    const salt = Array.from(random(isSha ? 16 : 8), (byte) => SALT_CHARACTERS[byte & 63]!).join('')
    return cryptPassword({ mark, password, salt, rounds: isSha ? rounds : undefined })
  }
  const library = await import('hash-wasm')
  const salt = random(16)
  if (algorithm === 'bcrypt') {
    refuseCut(password, BCRYPT)
    const made = await library.bcrypt({ password, salt, costFactor: cost, outputType: 'encoded' })
    return made.replace(/^\$2a\$/, '$2b$')
  }
  if (algorithm === 'scrypt')
    return toScryptText({ logN, r: 8, p: 1, salt, hash: await deriveScrypt({ password, logN, r: 8, p: 1, salt, sizeBytes: 32 }) })
  return library[algorithm as 'argon2id' | 'argon2i' | 'argon2d']({
    password,
    salt,
    iterations: passes,
    memorySize: Math.max(8, memoryKib),
    parallelism: 1,
    hashLength: 32,
    outputType: 'encoded',
  })
}

/** A line of .htpasswd or of /etc/shadow holds the hash behind a name. */
const LINE = /^[^:\s]+:([${][^:\s]+)(?::[^\n]*)?$/

/**
 * Holds a password against a hash that names its own algorithm, or against the one in a line of .htpasswd or /etc/shadow.
 * Throws `bad_input` if it is none of those known.
 */
export async function verifyPasswordHash(password: string, text: string): Promise<{ algorithm: string; isMatch: boolean }> {
  const hash = LINE.exec(text)?.[1] ?? text
  return (await verifyOld(password, hash)) ?? verifyPhc(password, hash)
}

/** The same for the forms of crypt(3), of LDAP and of PBKDF2; nothing if it is none of them. */
async function verifyOld(password: string, hash: string): Promise<{ algorithm: string; isMatch: boolean } | undefined> {
  const crypt = readCrypt(hash)
  if (crypt) {
    if (crypt.rounds !== undefined) {
      refuseLess('rounds', crypt.rounds, 1000)
      refuseCost(crypt.rounds, LIMITS.shaRounds)
    }
    const made = cryptPassword({ ...crypt, password })
    // rounds=5000 may stand there or not.
    return { algorithm: findCryptName(crypt.mark), isMatch: made === hash.replace('rounds=5000$', '') }
  }
  const ldap = verifyLdap(password, hash)
  if (ldap !== undefined) return { algorithm: hash.slice(1, hash.indexOf('}')).toLowerCase(), isMatch: ldap }
  const pbkdf2 = readPbkdf2(hash)
  if (!pbkdf2) return undefined
  refuseLess('rounds', pbkdf2.rounds, 1)
  refuseCost(pbkdf2.rounds, LIMITS.pbkdf2Rounds)
  return { algorithm: `pbkdf2-${pbkdf2.hash}`, isMatch: await fitsPbkdf2(password, pbkdf2) }
}

async function verifyPhc(password: string, hash: string): Promise<{ algorithm: string; isMatch: boolean }> {
  const { argon2Verify, bcryptVerify } = await import('hash-wasm')
  const bcrypt = /^\$(2[abxy])\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash)
  if (bcrypt) {
    refuseCost(Number(bcrypt[2]), LIMITS.bcryptCost)
    refuseLess(COST, Number(bcrypt[2]), 4)
    refuseCut(password, BCRYPT)
    if (bcrypt[1] === '2x') refuseSignError(password)
    return { algorithm: 'bcrypt', isMatch: await bcryptVerify({ password, hash: hash.replace(/^\$2[bxy]\$/, '$2a$') }) }
  }
  const argon2 = /^\$(argon2(?:id|i|d))\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]+)$/.exec(hash)
  if (argon2) {
    const [memoryKib = 0, passes = 0, lanes = 0] = argon2.slice(2, 5).map(Number)
    refuseCost(memoryKib, LIMITS.memoryKib)
    refuseCost(passes, LIMITS.passes)
    // RFC 9106 §3.1; the salt's eight bytes are what the reference program asks for.
    refuseLess('p', lanes, 1)
    refuseLess('m', memoryKib, 8 * lanes)
    refuseLess('t', passes, 1)
    refuseLess(SALT_BYTES, parseBase64(argon2[5] ?? '', 'hash').length, 8)
    refuseLess(HASH_BYTES, parseBase64(argon2[6] ?? '', 'hash').length, 4)
    return { algorithm: argon2[1] ?? 'argon2', isMatch: await argon2Verify({ password, hash }) }
  }
  const scrypt = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/=-]+)\$([\w+/=-]+)$/.exec(hash)
  if (!scrypt) throw new AppError('bad_input', { field: 'hash', expected: FORMS, got: hash.slice(0, 60) })
  const [logN = 0, r = 0, p = 0] = scrypt.slice(1, 4).map(Number)
  refuseLess('ln', logN, 1)
  refuseLess('r', r, 1)
  refuseLess('p', p, 1)
  refuseCost(logN, LIMITS.logN)
  refuseCost(r * p, 64)
  refuseCost((r * 2 ** logN) / 8, LIMITS.memoryKib)
  const expected = parseBase64(scrypt[5] ?? '', 'hash')
  const salt = parseBase64(scrypt[4] ?? '', 'hash')
  const made = await deriveScrypt({ password, logN, r, p, salt, sizeBytes: expected.length })
  return { algorithm: 'scrypt', isMatch: equalBytes(made, expected) }
}

const COST = { en: 'cost', zh: '成本' }
const SALT_BYTES = { en: 'bytes of salt', zh: '盐的字节数' }
const HASH_BYTES = { en: 'bytes of hash', zh: '哈希的字节数' }
const FORMS = {
  en: 'a hash such as $2b$…, $argon2id$v=19$…, $scrypt$ln=…, $6$…, $5$…, $1$…, $apr1$…, {SSHA}… or pbkdf2_sha256$…, or a line of .htpasswd with one',
  zh: '形如 $2b$…、$argon2id$v=19$…、$scrypt$ln=…、$6$…、$5$…、$1$…、$apr1$…、{SSHA}… 或 pbkdf2_sha256$… 的哈希，或含有它的 .htpasswd 行',
}

function toScryptText({
  logN,
  r,
  p,
  salt,
  hash,
}: {
  logN: number
  r: number
  p: number
  salt: Uint8Array
  hash: Uint8Array
}): string {
  const bare = (bytes: Uint8Array) => toBase64(bytes).replace(/=+$/, '')
  return `$scrypt$ln=${logN},r=${r},p=${p}$${bare(salt)}$${bare(hash)}`
}

function refuseCost(got: number, limit: number): void {
  if (got > limit) throw new AppError('too_large', { field: 'hash', limit, got })
}

function refuseLess(name: string | Text, got: number, least: number): void {
  if (got >= least) return
  const { en, zh } = typeof name === 'string' ? { en: name, zh: name } : name
  const expected = { en: `${en} ≥ ${least}`, zh: `${zh} ≥ ${least}` }
  throw new AppError('bad_input', { field: 'hash', expected, got })
}

/** `$2x$` marks hashes of a program that took bytes from 0x80 on for negative numbers. */
function refuseSignError(password: string): void {
  if (/^[\0-\x7f]*$/.test(password)) return
  throw new AppError('bad_input', {
    field: 'hash',
    expected: {
      en: 'a hash other than $2x$ for a password that is not ASCII, since faulty programs made those',
      zh: '口令含非 ASCII 字符时不能是 $2x$ 哈希，此类哈希由有缺陷的程序生成',
    },
    got: '$2x$',
  })
}
