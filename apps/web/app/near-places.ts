import { findByWords, searchTools, type Searchable } from '@octet/tools/search/search-tools.ts'
import { parseSearchQuery } from '@octet/tools/search/search-query.ts'

const MAX_PLACES = 5
/** Longer paths are a machine's. */
const MAX_CHARS = 80
/** A shorter word is the beginning of too many others, so it must stand there whole. */
const MIN_PREFIX_CHARS = 4
/** A shorter word comes near too many others by mistyping alone. */
const MIN_MISTYPED_CHARS = 5
const FILE_ENDING = /\.(?:html?|php|aspx?|jsp|cgi)$/i
const NO_TEXT = { en: '', zh: '' }

/**
 * Places that may be meant by a path that leads nowhere, the best first: those that are called by all its words, else by its
 * last part, else one whose name is mistyped in it, else the place above it, or the few that stand there. The last part is no
 * name where a page has refused it or it is a number.
 */
export function findNearPlaces<T extends Searchable>(rows: readonly T[], path: string, isRefused = false): T[] {
  const named = findNamed(rows, path, isRefused)
  return named.length > 0 ? named : findAbove(rows, path)
}

function findNamed<T extends Searchable>(rows: readonly T[], path: string, isRefused: boolean): T[] {
  const parts = toParts(path)
  if (isRefused || !/\p{L}/u.test(parts.at(-1) ?? '')) parts.pop()
  const last = parts.at(-1)
  if (last === undefined) return []
  // A word of a summary is chance.
  const named = new Map(rows.map((row) => [{ ...row, summary: NO_TEXT } as Searchable, row]))
  const places = [...named.keys()]
  const toRows = (found: readonly Searchable[]) => found.slice(0, MAX_PLACES).map((place) => named.get(place)!)
  for (const query of new Set([parts.join(' '), last])) {
    const found = findByWords(places, query).filter((place) => hasShortWords(place, query))
    if (found.length > 0) return toRows(found)
  }
  if (last.includes(' ') || last.length < MIN_MISTYPED_CHARS) return []
  return toRows(searchTools(places, last))
}

/** What the path lies below: `/docs/such` is near `/docs`. More places than are shown would be a choice by chance. */
function findAbove<T extends Searchable>(rows: readonly T[], path: string): T[] {
  const above = path.length > MAX_CHARS ? '' : path.replace(/\/[^/]*$/, '').toLowerCase()
  if (above === '') return []
  const itself = rows.filter(({ route }) => route === above)
  const below = rows.filter(({ route }) => route.startsWith(`${above}/`))
  if (itself.length > 0) return itself
  return below.length > 0 && below.length <= MAX_PLACES ? below : findAbove(rows, above)
}

/** The words between the slashes: `/Format/json_to-xml.html` → `format`, `json to xml`. */
function toParts(path: string): string[] {
  if (path.length > MAX_CHARS) return []
  return path
    .replace(FILE_ENDING, '')
    .split('/')
    .map(
      (part) =>
        part
          .toLowerCase()
          .match(/[\p{L}\d]+/gu)
          ?.join(' ') ?? '',
    )
    .filter(Boolean)
}

function hasShortWords({ id, route, title, words }: Searchable, query: string): boolean {
  const whole = new Set([id, route, title.en, title.zh, ...words].flatMap((text) => text.toLowerCase().split(/[^\p{L}\d]+/u)))
  return parseSearchQuery(query).sought.every(
    ({ word }) => word.length >= MIN_PREFIX_CHARS || /\P{ASCII}/u.test(word) || (word.length > 1 && whole.has(word)),
  )
}
