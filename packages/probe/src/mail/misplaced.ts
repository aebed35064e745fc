import { toCheck, type Check } from '../check.ts'
import { isDmarc } from './dmarc.ts'
import type { TextBook } from './txt.ts'

type Missing = { readonly domain: string; readonly hasDmarc: boolean; readonly selectors: readonly string[] }

/**
 * Where records that are missing stand instead: at a name with the domain twice, since many panels append it themselves, and for
 * DMARC at the domain itself.
 */
export async function findMisplaced({ domain, hasDmarc, selectors }: Missing, book: TextBook): Promise<Check[]> {
  const wanted = [
    ...(hasDmarc ? [] : [{ label: '_dmarc', places: [`_dmarc.${domain}.${domain}`, domain], isMeant: isDmarc }]),
    ...selectors.map((selector) => ({
      label: `${selector}._domainkey`,
      places: [`${selector}._domainkey.${domain}.${domain}`],
      isMeant: (text: string) => /^v\s*=\s*DKIM1|\bp\s*=/i.test(text),
    })),
  ]
  const found = await Promise.all(
    wanted.map(async ({ label, places, isMeant }) => {
      const texts = await Promise.all(places.map((place) => book.find(place)))
      const place = places[texts.findIndex((some) => some.some(isMeant))]
      return place === undefined ? [] : [toMisplaced(label, place, domain)]
    }),
  )
  return found.flat()
}

const toMisplaced = (label: string, place: string, domain: string): Check =>
  toCheck(
    'misplaced',
    'bad',
    `the record of ${label}.${domain} stands at ${place}, where nobody looks for it; in most DNS panels the host name to enter is “${label}” alone`,
    `${label}.${domain} 的记录被放在了 ${place}，不会有人到那里查询；多数 DNS 面板中主机记录只需填写“${label}”`,
  )
