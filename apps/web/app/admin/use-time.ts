import { useLang } from '../lang.tsx'

/** A time of the server in the words of the page; a dash for none. */
export function useTime(): (text: string | null) => string {
  const lang = useLang()
  return (text) => (text === null ? '–' : new Date(text).toLocaleString(lang, { dateStyle: 'medium', timeStyle: 'short' }))
}
