import { hash, verify } from '@node-rs/argon2'
import { AppError } from '@octet/core/errors.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { HashQueue } from './hash-queue.ts'

/** argon2id as OWASP asks for at least; the library's own default algorithm is argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const MIN_LENGTH = 8
const MAX_LENGTH = 256

const queue = new HashQueue({ parallel: 2, waiting: 50 })
let dummy: Promise<string> | undefined

/** Password as it is hashed: NFKC, nothing trimmed. */
const toNormal = (password: string): string => password.normalize('NFKC')

/** Hash of a password as PHC string. Throws `unavailable` when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return queue.run(() => hash(toNormal(password), PARAMETERS))
}

/** Whether a password fits a stored hash. An account that does not exist takes as long as one that does. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  dummy ??= hash('nobody has this one', PARAMETERS)
  const against = stored ?? (await dummy)
  const fits = await queue.run(() => verify(against, toNormal(password)))
  return fits && stored !== undefined
}

/** Refuses what is too short, too long, in common use, or the address itself. Throws `password_missing`, `password_weak`. */
export function checkPassword(password: string, email: string): void {
  const text = toNormal(password)
  if (text === '') throw new AppError('password_missing')
  const length = [...text].length
  if (length < MIN_LENGTH || length > MAX_LENGTH)
    throw toWeak(
      `expected ${MIN_LENGTH} to ${MAX_LENGTH} characters, got ${length}`,
      `应为 ${MIN_LENGTH} 至 ${MAX_LENGTH} 个字符，收到 ${length} 个`,
    )
  const plain = text.toLowerCase()
  const [name = ''] = email.split('@')
  if (COMMON_PASSWORDS.has(plain) || /^(.)\1+$/u.test(plain) || isRun(plain))
    throw toWeak('it is among the most used ones', '该密码过于常见')
  if (plain === email || (name.length >= 5 && plain.replaceAll(/\d+$/g, '') === name))
    throw toWeak('it is your address', '密码与邮箱相同')
}

function toWeak(en: string, zh: string): AppError {
  return new AppError('password_weak', { reason: { en, zh } })
}

/** `12345678`, `abcdefgh`, `87654321`: each character is the neighbour of the one before. */
function isRun(text: string): boolean {
  const steps = new Set(Array.from({ length: text.length - 1 }, (_, i) => text.charCodeAt(i + 1) - text.charCodeAt(i)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}
