import { createContext, use, type ReactNode } from 'react'
import { fillText, type Lang, type Text } from '@octet/core/text.ts'

const LangContext = createContext<Lang>('en')

export const LangProvider = ({ lang, children }: { lang: Lang; children: ReactNode }) => (
  <LangContext value={lang}>{children}</LangContext>
)

/** The language of the page, set by its address: English plain, Chinese below `/zh`. */
export const useLang = (): Lang => use(LangContext)

/** Gives the words of a text in the page's language; `{name}` places are filled from the values. */
export function useText(): (text: Text, values?: Readonly<Record<string, unknown>>) => string {
  const lang = useLang()
  return (text, values) => (values ? fillText(text[lang], values) : text[lang])
}
