import { findCertificateProblem } from '@octet/probe/tls/problems.ts'

/** The first words of what Redis says to who may not come in (Redis, ACL and AUTH), and of a database that it has not (SELECT). */
const NOT_ALLOWED_IN = /^(?:NOAUTH|WRONGPASS) /
const NO_DATABASE = /^ERR (?:DB index is out of range|invalid DB index)/

/** Whether Redis has no database of the number in `REDIS_URL`: the library would go on in database 0. */
export const isWithoutDatabase = ({ message }: Error): boolean => NO_DATABASE.test(message)

/** Why the Redis of an address cannot be used, in a line, without the password. */
export function describeRedisFault(error: Error, url: string): string {
  const { code = '', message } = error as Error & { code?: string }
  const isTls = url.startsWith('rediss:')
  const problem = findCertificateProblem(code)
  if (problem)
    return `Redis cannot be reached: its certificate is not trusted: ${problem.en} (${code}); NODE_EXTRA_CA_CERTS names an authority of your own`
  if (NOT_ALLOWED_IN.test(message)) return 'Redis refuses the user or password of REDIS_URL'
  if (isWithoutDatabase(error)) return `Redis has no database of the number in REDIS_URL: ${message}`
  if (isTls && (code === 'ETIMEDOUT' || /^(?:ERR_SSL_|EPROTO$)/.test(code)))
    return `Redis cannot be reached: expected TLS, as rediss:// says, got none (${code}); a port without TLS needs redis://`
  if (!isTls && code === 'ECONNRESET')
    return 'Redis cannot be reached: it broke the connection off (ECONNRESET); a port with TLS needs rediss://'
  if (message.startsWith('Unknown RESP type')) return 'Redis cannot be reached: expected Redis, got another server'
  return `Redis cannot be reached: ${message}`
}
