import type { Lang } from '@octet/core/text.ts'
import { findName, type PrefixNames } from './pack-names.ts'
import type { NameKind } from './world-names.ts'

const loaded = new Map<string, PrefixNames>()

/** The area, the carrier or the time zones of a number outside mainland China, in the language wanted, else in English. */
export async function findAbroad(
  kind: NameKind,
  lang: Lang,
  { code, national }: { readonly code: string; readonly national: string },
): Promise<string | undefined> {
  return (
    (lang === 'zh' ? findName(await loadNames(kind, 'zh', code), national) : undefined) ??
    findName(await loadNames(kind, 'en', code), national)
  )
}

async function loadNames(kind: NameKind, lang: Lang, code: string): Promise<PrefixNames> {
  const key = `${kind} ${lang} ${code}`
  const known = loaded.get(key)
  if (known) return known
  const { default: readNames } = await import('./world-names.ts')
  const names = (await readNames(kind, lang, code)) ?? new Map<string, string>()
  loaded.set(key, names)
  return names
}
