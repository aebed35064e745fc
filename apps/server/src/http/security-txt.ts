import type { Config } from '../config.ts'

const LIFE_DAYS = 180
const DAY_MS = 86_400_000

/** `/.well-known/security.txt` (RFC 9116): whom to tell of a weakness, for as long as the program runs. */
export function toSecurityTxt({ publicOrigin, operator }: Pick<Config, 'publicOrigin' | 'operator'>, now: Date): string {
  const mails = operator.contacts.email.map(({ value }) => `mailto:${value}`)
  const day = Math.floor(now.getTime() / DAY_MS) // the same text all day, so that it can be kept
  const lines = [
    ...[...mails, `${publicOrigin}/contact`].map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date((day + LIFE_DAYS) * DAY_MS).toISOString()}`,
    'Preferred-Languages: en, zh',
    `Canonical: ${publicOrigin}/.well-known/security.txt`,
  ]
  return `${lines.join('\n')}\n`
}
