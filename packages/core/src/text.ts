/** The two languages of the product. Chinese and English are equals. */
export type Lang = 'zh' | 'en'

export const LANGS: readonly Lang[] = ['en', 'zh']

/** A text in both languages, written side by side. */
export type Text = { readonly zh: string; readonly en: string }

/**
 * Both languages in one string, for what holds no more than one, such as the message of a schema: English on the first
 * line, Chinese on the second. {@link splitText} gives them back.
 */
export const joinText = ({ en, zh }: Text): string => `${en}\n${zh}`

/** The languages of a {@link joinText}, or of a string in one language for both. */
export function splitText(joined: string): Text {
  const [en = '', zh = en] = joined.split('\n')
  return { en, zh }
}

/** Chooses the language of a caller from an `Accept-Language` header (RFC 9110 §12.5.4); English when nothing matches. */
export function parseAcceptLanguage(header: string | undefined): Lang {
  const ranked = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().toLowerCase().split(';')
      const q = params.map((param) => /^\s*q=([\d.]+)$/.exec(param)?.[1]).find((value) => value !== undefined)
      return { tag: tag.split('-')[0], quality: q === undefined ? 1 : Number(q) }
    })
    .filter(({ tag, quality }) => (tag === 'zh' || tag === 'en' || tag === '*') && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return ranked[0]?.tag === 'zh' ? 'zh' : 'en'
}

/**
 * Puts values into the `{name}` places of a text; a place without a value stays as it is. `{name|key|keys}` is the first of
 * the words where the value is 1, else the second. Chinese sets no blank between its
 * own words, but one before foreign ones: the blank of the text goes where both sides are Chinese.
 */
export function fillText(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(
    PLACES,
    (place: string, before: string, name: string, one: string, many: string, after: string, at: number) => {
      if (!(name in values)) return place
      const given = String(values[name])
      const value = many === undefined ? given : given === '1' ? one : many
      const isJoined = HAN.test(text.slice(0, at).slice(-1)) && HAN.test(value.slice(0, 1))
      const isContinued = HAN.test(value.slice(-1)) && HAN.test(text.charAt(at + place.length))
      return `${isJoined ? '' : before}${value}${isContinued ? '' : after}`
    },
  )
}

/** A text with its places as documentation shows it: of words that go by a number, those for several. */
export const toTemplate = (text: string): string => text.replaceAll(/\{\w+\|[^|}]*\|([^|}]*)\}/g, '$1')

const PLACES = /( ?)\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}( ?)/g
const HAN = /^\p{Script=Han}$/u
