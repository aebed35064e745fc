import type { Text } from '@octet/core/text.ts'

/** One thing that was looked at in a report, with its verdict. */
export type Check = { readonly id: string; readonly verdict: 'good' | 'notice' | 'bad'; readonly text: Text }

export function toCheck(id: string, verdict: Check['verdict'], en: string, zh: string): Check {
  return { id, verdict, text: { en, zh } }
}
