/** What stands before the first tag of a document: where each begins and ends. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const

/** Root elements, and what a document is by them. */
const ROOTS: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/^<svg[\s>:]/, 'image/svg+xml'],
  [/^<(?:!doctype\s+html|html|head|body)[\s>]/, 'text/html'],
]

/** The media type of a text that says what it is in its beginning; `isWhole` where that is all of it. */
export function findTextType(beginning: string, isWhole: boolean): string | undefined {
  if (beginning.startsWith('%!PS')) return 'application/postscript'
  const text = beginning.trimStart()
  const root = toRoot(text.toLowerCase())
  const found = ROOTS.find(([pattern]) => pattern.test(root))?.[1]
  if (found !== undefined) return found
  if (/^<\?xml\s/i.test(text)) return 'application/xml'
  return isWhole && /^[{[]/.test(text) && isJson(text) ? 'application/json' : undefined
}

/** From the first tag on, without comments, instructions, and a document type other than that of HTML. */
function toRoot(text: string): string {
  const [, end = undefined] =
    SKIPPED.find(([begin]) => text.startsWith(begin)) ?? (/^<!doctype(?!\s+html[\s>])/.test(text) ? ['', '>'] : [])
  if (end === undefined) return text
  const at = text.indexOf(end)
  return at === -1 ? '' : toRoot(text.slice(at + end.length).trimStart())
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
