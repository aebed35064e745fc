import { splitLines } from '@octet/core/lines.ts'
/** Writes each Latin letter as its place in the alphabet, joined by hyphens in a word; everything else but line breaks is left out. */
export const writePlaces = (text: string): string =>
  splitLines(text)
    .map((line) =>
      (line.match(/[a-z][^\s]*/gi) ?? [])
        .map((word) => Array.from(word.match(/[a-z]/gi) ?? [], (letter) => letter.toLowerCase().charCodeAt(0) - 96).join('-'))
        .join(' '),
    )
    .join('\n')

/**
 * Reads numbers from 1 to 26 as letters; others stay, and are told. Where marks join some of them, spaces part words; else spaces part
 * letters, and a slash or a wider gap words.
 */
export function readPlaces(text: string): { text: string; unknown: readonly string[] } {
  const unknown = new Set<string>()
  const gap = /\d\s*[-–.,;:]\s*\d/.test(text) ? /\s*\/\s*|(?<![-–.,;:\s])\s+(?![-–.,;:\s])/ : /\s*\/\s*|\s{2,}/
  const toLetter = (number: string) => {
    const place = Number(number)
    if (place >= 1 && place <= 26) return String.fromCharCode(64 + place)
    unknown.add(number)
    return number
  }
  const toLine = (line: string) =>
    line
      .trim()
      .replaceAll(/\s+/g, (run) => run.slice(0, 2))
      .split(gap)
      .map((word) => (word.match(/\d+|[^\d\s–.,;:-]+/g) ?? []).map((part) => (/\d/.test(part) ? toLetter(part) : part)).join(''))
      .join(' ')
  return { text: splitLines(text).map(toLine).join('\n'), unknown: [...unknown] }
}
