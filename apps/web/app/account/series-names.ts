import type { Lang } from '@octet/core/text.ts'
import { SCOPE_TEXT } from '../text/account-keys.ts'
import { dashboardText } from '../text/account-dashboard.ts'
import { SCOPES } from './key.ts'
import { REST, type Split } from './statistics.ts'

/** Names of keys by id. */
export type Names = ReadonlyMap<string, string>

/** A key by its name; the beginning of its id when it is gone. */
export const toKeyName = (id: string, names: Names): string => names.get(id) ?? id.slice(0, 8)

/** A product or a status as words. */
export function toSeriesName(name: string, split: Split, lang: Lang): string {
  if (name === REST) return dashboardText.others[lang]
  if (split === 'status')
    return Number(name) < 400 ? `${name} ${dashboardText.answered[lang]}` : `${name} ${dashboardText.refused[lang]}`
  if (name === 'points') return dashboardText.measurements[lang]
  const scope = SCOPES.find((one) => one === name)
  return scope ? SCOPE_TEXT[scope][lang] : name
}
