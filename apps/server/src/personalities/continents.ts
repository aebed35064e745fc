import { findContinent as findCode, toContinentName, type ContinentCode } from '@octet/core/continent.ts'

export type Continent = { readonly code: ContinentCode; readonly name: string }

/** The continent of a country with its English name; undefined for none. */
export function findContinent(country: string | null): Continent | undefined {
  const code = country === null ? undefined : findCode(country)
  return code && { code, name: toContinentName(code, 'en') }
}
