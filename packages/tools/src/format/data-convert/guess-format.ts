import type { FormatName } from './formats.ts'

/** What a text is shows at its beginning. */
const LOOKED_AT = 16_384
const MAX_ROWS = 20

/** `rows[2]{id,name}:`, which nothing else begins with. */
const TOON = /^[\w.-]*\[\d+[,\t|]?\](?:\{[^}\n]*\})?:/
/** The line below the heads of a table. */
const TABLE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?$/
const TOML_TABLE = /^\[{1,2}[\w."' -]+\]{1,2}\s*(?:#.*)?$/
const TOML_PAIR = /^(?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*[\w"'-]+)*\s*=\s*\S/
const YAML_PAIR = /^\s*(?:- +)?(?:[^\s"',;#:][^",;#:]*|"[^"]*"|'[^']*'):(?:\s|$)/
const DELIMITERS = [',', '\t', ';', '|']

/** The format that a text is most likely written in; JSON where nothing tells. */
export function guessFormat(text: string): FormatName {
  const begin = text
    .slice(0, LOOKED_AT)
    .replace(/^\uFEFF/, '')
    .trimStart()
  // The last line may be cut off.
  const lines = begin.split(/\r?\n/).slice(0, text.length > LOOKED_AT ? -1 : undefined)
  const told = lines.filter((line) => line.trim() !== '' && !/^\s*#(?!\s*\|)/.test(line))
  const [first = ''] = told
  if (begin.startsWith('<')) return 'xml'
  if (begin === '' || begin.startsWith('{')) return 'json'
  if (TOON.test(first)) return 'toon'
  if (lines.some((line, at) => TABLE.test(line.trimEnd()) && (lines[at - 1] ?? '').includes('|'))) return 'markdown'
  if (isTable(first, told)) return 'toml'
  if (TOML_PAIR.test(first)) return 'toml'
  if (begin.startsWith('[')) return 'json'
  if (/^(?:---|%YAML|- )/.test(first) || YAML_PAIR.test(first)) return 'yaml'
  return isCsv(told) ? 'csv' : /^(?:"|-?\d|true\b|false\b|null\b)/.test(begin) ? 'json' : 'yaml'
}

/** Whether a first line in brackets is the name of a table and no list. */
function isTable(first: string, [, ...others]: readonly string[]): boolean {
  if (!TOML_TABLE.test(first)) return false
  if (others.length === 0) return !/^\[+\s*(?:[-\d"]|(?:true|false|null)\b)/.test(first)
  return others.some((line) => TOML_PAIR.test(line) || TOML_TABLE.test(line))
}

/** Whether all rows have as many cells, by one of the delimiters. */
function isCsv(lines: readonly string[]): boolean {
  const rows = lines.slice(0, MAX_ROWS)
  return DELIMITERS.some((mark) => {
    const counts = rows.map((row) => row.replaceAll(/"(?:[^"]|"")*"/g, '').split(mark).length)
    return counts[0]! > 1 && (counts.length > 1 || mark !== '|') && counts.every((count) => count === counts[0])
  })
}
