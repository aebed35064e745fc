import { randomInt, randomUUID } from 'node:crypto'

export type Guess = {
  /** An address nobody has, unless given. */
  readonly email?: string
  /** Who asks, in the word of a trusted proxy; one client has few attempts. */
  readonly forwardedFor?: string
}

/** A wrong password: an answer of 401 tells that the account database was asked. */
export async function guessPassword(
  origin: string,
  { email = `${randomUUID()}@example.org`, forwardedFor }: Guess,
): Promise<{ readonly status: number; readonly retryAfter: number; readonly msg: unknown }> {
  const answer = await fetch(`${origin}/v1/account/log_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(forwardedFor && { 'x-forwarded-for': forwardedFor }) },
    body: JSON.stringify({ email, password: 'a wrong password' }),
  })
  const { msg } = (await answer.json()) as { readonly msg?: unknown }
  return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')), msg }
}

/** An address of a private network that has most likely not been used before. */
export function makeAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
}
