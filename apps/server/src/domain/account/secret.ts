import { createHash, randomBytes } from 'node:crypto'

/** 256 bits that nobody can guess, as 43 characters of base64url. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a secret: its SHA-256. Secrets are random, so they need no salt and no slow hash. */
export function toHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Whether a text can be one of {@link makeSecret}. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}
