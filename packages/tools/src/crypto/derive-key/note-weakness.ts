import type { Text } from '@octet/core/text.ts'
import type { KeyJob } from './derive.ts'

/** Fewer rounds than that, and a password of people can be guessed quickly (OWASP, Password Storage Cheat Sheet). */
const FEW_ROUNDS = {
  md5: 1_300_000,
  sha1: 1_300_000,
  sha224: 600_000,
  sha256: 600_000,
  sha384: 210_000,
  sha512: 210_000,
  sm3: 600_000,
}
/** A shorter secret is likely to be a password, for which HKDF is not meant (RFC 5869 §4). */
const SHORT_SECRET_BYTES = 16
/** NIST SP 800-132 §5.1. */
const SHORT_SALT_BYTES = 16

/** What to know before a key like this is relied on. */
export function noteWeakness({ method, secret, salt, hash, rounds }: KeyJob): Text[] {
  const notes: Text[] = []
  if (method === 'evp') notes.push(OLD)
  if (method === 'hkdf' && secret.length < SHORT_SECRET_BYTES) notes.push(SHORT_SECRET)
  if (method === 'pbkdf2' && rounds < FEW_ROUNDS[hash]) notes.push(toFewRounds(FEW_ROUNDS[hash]))
  if (method !== 'hkdf' && salt.length < SHORT_SALT_BYTES) notes.push(salt.length === 0 ? NO_SALT : SHORT_SALT)
  return notes
}

const OLD: Text = {
  en: 'EVP_BytesToKey does not slow guessing down: use it for old data only',
  zh: 'EVP_BytesToKey 几乎不能减慢猜测，只应用于旧数据',
}
const SHORT_SECRET: Text = {
  en: 'HKDF does not slow guessing down: for passwords, use PBKDF2, scrypt or Argon2',
  zh: 'HKDF 不会减慢猜测：口令请改用 PBKDF2、scrypt 或 Argon2',
}
const NO_SALT: Text = {
  en: 'Without a salt the same password always gives the same key',
  zh: '不加盐时，相同的口令总是得到相同的密钥',
}
const SHORT_SALT: Text = { en: 'For new keys, take a random salt of 16 bytes', zh: '新密钥请使用 16 字节的随机盐' }
const toFewRounds = (least: number): Text => ({
  en: `For passwords, ${least.toLocaleString('en')} rounds or more are recommended today`,
  zh: `用于口令时，目前建议至少 ${least.toLocaleString('en')} 次迭代`,
})
