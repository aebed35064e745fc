import type { Licence } from '@octet/core/source.ts'

const CC_BY = { name: 'CC-BY-4.0', url: 'https://creativecommons.org/licenses/by/4.0/', mayRedistribute: true } as const

/** Creative Commons Attribution 4.0 with the credit its owner asks for. */
export function ccBy(en: string, zh: string): Licence {
  return { ...CC_BY, attribution: { en, zh } }
}
