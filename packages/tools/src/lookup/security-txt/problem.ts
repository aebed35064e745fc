import type { Text } from '@octet/core/text.ts'

/** Something in a file, or in how it is served, and the rule that it goes against. */
export type Problem = {
  /** Counted from 1; none for what is missing or about the answer. */
  readonly line?: number
  readonly verdict: 'bad' | 'notice'
  readonly text: Text
  readonly rule: string
}

const SECTION = 'RFC 9116 §'

export const bad = (section: string, en: string, zh: string, line?: number): Problem =>
  toProblem('bad', section, { en, zh }, line)
export const notice = (section: string, en: string, zh: string, line?: number): Problem =>
  toProblem('notice', section, { en, zh }, line)

/** A section of the RFC by its number, other rules by their name. */
function toProblem(verdict: Problem['verdict'], section: string, text: Text, line?: number): Problem {
  return { ...(line !== undefined && { line }), verdict, text, rule: /^\d/.test(section) ? SECTION + section : section }
}
