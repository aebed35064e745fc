import type { HttpReport } from '@octet/core/probe/http.ts'
import type { Check } from '../check.ts'

/** What protects visitors; the rest, such as compression, is comfort. */
const PROTECTION = new Set(['hsts', 'csp', 'nosniff', 'frame', 'referrer', 'cookies'])

/** A grade at a glance. F: no TLS that can be trusted. Else by how many protections are missing: none A, one B, up to three C, more D. */
export function gradeHeaders(checks: readonly Check[]): HttpReport['grade'] {
  if (checks.some(({ id, verdict }) => (id === 'https' || id === 'downgrade') && verdict === 'bad')) return 'F'
  const missing = checks.filter(({ id, verdict }) => PROTECTION.has(id) && verdict !== 'good').length
  return missing === 0 ? 'A' : missing === 1 ? 'B' : missing <= 3 ? 'C' : 'D'
}
