import { findCertificateProblem } from '@octet/probe/tls/problems.ts'
import { NO_DATABASE, NOT_ADMITTED, WRONG_PASSWORD } from './database-fault.ts'

/** Why the database of a connection string cannot be used, in a line: what was expected and what came, without the password. */
export function describeStartFault(error: unknown, url: string): string {
  const { code = '', message } = error as Error & { code?: string }
  const problem = findCertificateProblem(code)
  if (problem)
    return `expected a certificate that is trusted, got one that is not: ${problem.en} (${code}); sslrootcert names the file of an authority of your own`
  if (code === WRONG_PASSWORD) return `expected the user and password of DATABASE_URL to be right, got: ${message}`
  if (code === NO_DATABASE) return `expected the database that DATABASE_URL names, got: ${message}`
  if (code === NOT_ADMITTED && !/[?&]sslmode=(?!disable)/.test(url))
    return `expected to be let in without TLS, got: ${message}; sslmode=verify-full speaks TLS`
  if (message.startsWith('The server does not support SSL'))
    return 'expected TLS, as sslmode says, got a server that offers none; sslmode=disable goes without'
  if (message === 'timeout expired') return 'expected an answer of PostgreSQL, got none in time'
  if (/^received invalid response|^Connection terminated unexpectedly|^There was an error establishing an SSL/.test(message))
    return `expected PostgreSQL, got another server (${message})`
  return message
}
