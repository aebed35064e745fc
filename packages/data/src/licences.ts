import type { Licence } from '@octet/core/source.ts'

const CC_BY = { name: 'CC-BY-4.0', url: 'https://creativecommons.org/licenses/by/4.0/', mayRedistribute: true } as const

/** Creative Commons Attribution 4.0 with the credit its owner asks for. */
export function ccBy(en: string, zh: string): Licence {
  return { ...CC_BY, attribution: { en, zh } }
}

/** The MIT licence of a repository, the data included. */
export function mit(url: string, en: string, zh: string): Licence {
  return { name: 'MIT', url, attribution: { en, zh }, mayRedistribute: true }
}

/** Facts that an operator publishes about its own network so that location services take them up. */
export function publishedByOperator(url: string, en: string, zh: string): Licence {
  return { name: 'LicenseRef-published-by-operator', url, attribution: { en, zh }, mayRedistribute: true }
}

/** No terms are stated: to be used only where the operator of this installation asks for it, and not to be passed on. */
export function notStated(url: string, en: string, zh: string): Licence {
  return { name: 'LicenseRef-not-stated', url, attribution: { en, zh }, mayRedistribute: false }
}
