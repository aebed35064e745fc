import type { Text } from '@octet/core/text.ts'
import type { SetId, Sign } from './sign.ts'

/** Groups of Unicode's emoji-test.txt by their number in the data; hair and skin alone (2) are left out. */
const GROUPS: Readonly<Record<number, SetId>> = {
  0: 'smileys',
  1: 'people',
  3: 'animals',
  4: 'food',
  5: 'travel',
  6: 'activities',
  7: 'objects',
  8: 'signs',
  9: 'flags',
}

/** Skin tones of the Fitzpatrick scale (UTS #51 §2.4). */
export const TONES = { none: '', light: '🏻', 'medium-light': '🏼', medium: '🏽', 'medium-dark': '🏾', dark: '🏿' } as const
export type Tone = keyof typeof TONES
export const TONE_NAMES = Object.keys(TONES) as [Tone, ...Tone[]]

export type Emoji = Sign & { readonly tones: readonly string[] }

let loading: Promise<readonly Emoji[]> | undefined

/** All emoji of Unicode in its order, with the names and words that CLDR has for them in both languages. */
export const loadEmoji = (): Promise<readonly Emoji[]> => (loading ??= readEmoji())

async function readEmoji(): Promise<readonly Emoji[]> {
  const json = { with: { type: 'json' } } as const
  const [{ default: en }, { default: zh }, { default: codes }] = await Promise.all([
    import('emojibase-data/en/compact.json', { with: { type: 'json' } }),
    import('emojibase-data/zh/compact.json', json),
    import('emojibase-data/en/shortcodes/github.json', json),
  ])
  const shortcodesOf: Readonly<Record<string, string | readonly string[]>> = codes
  const inChinese = new Map(zh.map((row) => [row.hexcode, row]))
  return en
    .filter((row) => row.group !== undefined && GROUPS[row.group] !== undefined)
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map((row) => {
      const { label = row.label, tags = [] } = inChinese.get(row.hexcode) ?? {}
      const name: Text = { en: row.label, zh: label }
      const shortcodes = [shortcodesOf[row.hexcode] ?? []].flat()
      return {
        char: toQualified(row.unicode),
        name,
        set: GROUPS[row.group!]!,
        words: [...(row.tags ?? []), ...tags, ...shortcodes],
        ...(shortcodes[0] === undefined ? {} : { shortcode: `:${shortcodes[0]}:` }),
        tones: (row.skins ?? []).map(({ unicode }) => unicode),
      }
    })
}

/** The data ends every emoji in U+FE0F that has a form as text, but those that are pictures anyway go without it (UTS #51 §2.4). */
const toQualified = (char: string): string => char.replace(/^(\p{Emoji_Presentation})\ufe0f$/u, '$1')

/** An emoji in a skin tone, all persons of it alike; as it is where it has none. */
export function toTone({ char, tones }: Emoji, tone: Tone): string {
  const wanted = TONES[tone]
  if (wanted === '') return char
  return tones.find((toned) => (toned.match(/[\u{1f3fb}-\u{1f3ff}]/gu) ?? []).every((found) => found === wanted)) ?? char
}
