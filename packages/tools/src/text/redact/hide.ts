import type { Kind } from './find-personal.ts'

/** What is masked: what is known here, and what the visitor named. */
export type Masked = Kind | 'own'
export type Keep = { readonly first: number; readonly last: number }

/** Characters that stay where nothing else is asked for: of a telephone 138****5678, as is the custom. */
const USUAL: Readonly<Record<Masked, Keep>> = {
  secret: { first: 4, last: 0 },
  email: { first: 1, last: 0 },
  id: { first: 4, last: 2 },
  card: { first: 4, last: 4 },
  phone: { first: 3, last: 4 },
  ip: { first: 0, last: 0 },
  plate: { first: 2, last: 1 },
  name: { first: 1, last: 0 },
  own: { first: 1, last: 0 },
}
/** A secret shows no length. */
const SECRET_STARS = 8

/** A find with stars in it; marks between the signs stay, so that it still reads as what it was. */
export function toStars(text: string, kind: Masked, keep: Keep | undefined): string {
  if (kind === 'ip' && !keep) return toNetwork(text)
  // By custom up to two thirds stay, of what a visitor asks for half.
  const kept = { ...(keep ?? USUAL[kind]), share: keep ? 1 / 2 : 2 / 3 }
  if (kind === 'email') {
    const at = text.lastIndexOf('@')
    return star(text.slice(0, at), kept, 3) + text.slice(at)
  }
  if (kind === 'secret') return star(text, text.length > 16 ? kept : { first: 0, last: 0, share: 0 }, SECRET_STARS)
  return star(text, kept)
}

/** Half of an address says the network: 203.0.*.*, 2001:db8:*. */
function toNetwork(text: string): string {
  if (!text.includes(':')) return text.split('.').slice(0, 2).join('.') + '.*.*'
  return `${text.split(':').slice(0, 2).join(':')}:*`
}

/** Letters and digits beyond those kept become stars, or a number of stars that says no length. */
function star(text: string, { first, last, share }: Keep & { readonly share: number }, stars?: number): string {
  const signs = [...text]
  const places = signs.flatMap((sign, at) => (stars !== undefined || /[\p{L}\p{N}]/u.test(sign) ? [at] : []))
  const most = Math.floor(places.length * share)
  const head = Math.min(first, most)
  const tail = Math.min(last, most - head)
  if (stars !== undefined) return signs.slice(0, head).join('') + '*'.repeat(stars) + signs.slice(signs.length - tail).join('')
  const hidden = new Set(places.slice(head, places.length - tail))
  return signs.map((sign, at) => (hidden.has(at) ? '*' : sign)).join('')
}
