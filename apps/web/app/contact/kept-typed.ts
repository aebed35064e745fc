import { tabStorage } from '../state/kept-storage.ts'

/** What was typed into the contact form: kept for the tab, so that a page that is loaded anew loses nothing. */
export type Typed = { readonly name: string; readonly email?: string | undefined; readonly describe: string }

const KEY = 'contact'

export function keepTyped(typed: Typed): void {
  if (typed.describe === '') tabStorage.removeItem(KEY)
  else tabStorage.setItem(KEY, JSON.stringify(typed))
}

export function readTyped(): Typed | undefined {
  const text = tabStorage.getItem(KEY)
  return text ? JSON.parse(text) : undefined
}
