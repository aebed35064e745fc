import type { Lang } from '@octet/core/text.ts'

type Named = { readonly name: string; readonly nameZh?: string | null | undefined }
type InCity = { readonly city: string | null; readonly cityZh?: string | null | undefined }

/** What a point is called in a language. */
export const toPointName = ({ name, nameZh }: Named, lang: Lang): string => (lang === 'zh' && nameZh) || name

/** City and country of a point in a language; empty when neither is known. */
export function toPointPlace({ city, cityZh, country }: InCity & { readonly country: string | null }, lang: Lang): string {
  return [(lang === 'zh' && cityZh) || city, country].filter(Boolean).join(', ')
}
