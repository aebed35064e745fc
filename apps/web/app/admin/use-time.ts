import { toDayTime } from '../day-words.ts'
import { useLang } from '../lang.tsx'

/** A time of the server in the words of the page; a dash for none. */
export function useTime(): (text: string | null) => string {
  const lang = useLang()
  return (text) => (text === null ? '–' : toDayTime(text, lang))
}
