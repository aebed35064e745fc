import { findDirective } from './content-policy.ts'

/** Ancestors that anybody can be. */
const ANYBODY = /^(?:\*|https?:|(?:https?:\/\/)?\*(?::(?:\*|\d+))?)$/i
/** What an X-Frame-Options may say; beside another word each of them keeps everybody out by the HTML standard. */
const KNOWN: ReadonlySet<string> = new Set(['deny', 'sameorigin', 'allowall'])

/** Whether any site may show a page in a frame. `frame-ancestors` stands above X-Frame-Options (CSP 3 §6.4.2). */
export function isFramedByAnybody(policies: readonly string[], options: readonly string[]): boolean {
  const ancestors = policies.flatMap((policy) => {
    const sources = findDirective(policy, 'frame-ancestors')
    return sources ? [sources] : []
  })
  if (ancestors.length > 0) return ancestors.every((sources) => sources.some((source) => ANYBODY.test(source)))
  const said = new Set(options.flatMap((value) => value.split(',')).map((value) => value.trim().toLowerCase()))
  if (said.size > 1) return ![...said].some((value) => KNOWN.has(value))
  return !said.has('deny') && !said.has('sameorigin')
}
