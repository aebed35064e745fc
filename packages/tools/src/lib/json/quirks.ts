import type { Text } from '@octet/core/text.ts'
import { EVENT, JsonReader, type JsonSyntax } from './reader.ts'
import { cutEnd } from '../cut-end.ts'

/** Something that is valid but that programs read differently. */
export type Quirk = {
  readonly line: number
  readonly column: number
  readonly what: Text
  /** A number that a double cannot hold. */
  readonly isInexact: boolean
}

const MOST = 100

/** Finds duplicate keys and numbers that a double cannot hold (RFC 8259 §4 and §6); at most a hundred. */
export function findQuirks(text: string, options: { syntax: JsonSyntax; isMany: boolean }): Quirk[] {
  const reader = new JsonReader(text, options)
  const found: Quirk[] = []
  const open: (Set<string> | undefined)[] = []
  // Counted onwards from the last find: a hundred finds in a long text cost one pass.
  let line = 1
  let lineStart = 0
  const toPlace = (offset: number) => {
    for (let next = text.indexOf('\n', lineStart); next >= 0 && next < offset; next = text.indexOf('\n', lineStart)) {
      line++
      lineStart = next + 1
    }
    return { line, column: offset - lineStart + 1 }
  }
  const add = (what: Text, isInexact = true) => {
    found.push({ ...toPlace(reader.start), what, isInexact })
  }
  for (let event = reader.next(); event !== EVENT.end && found.length < MOST; event = reader.next()) {
    if (event === EVENT.openObject) open.push(new Set())
    else if (event === EVENT.openArray) open.push(undefined)
    else if (event === EVENT.closeObject || event === EVENT.closeArray) open.pop()
    else if (event === EVENT.key) {
      const { raw } = reader
      const keys = open.at(-1)
      if (keys?.has(raw))
        add(
          { en: `the key ${raw} appears again; most readers keep the last`, zh: `键名 ${raw} 重复；多数程序只保留最后一个` },
          false,
        )
      keys?.add(raw)
    } else if (event === EVENT.scalar && reader.end - reader.start > 15) {
      const { raw } = reader
      if (/^-?\d/.test(raw) && !isExact(raw))
        add({
          en: `${raw.slice(0, 40)} is more exact than a double; JavaScript reads ${Number(raw)}`,
          zh: `${raw.slice(0, 40)} 超出双精度；JavaScript 会读作 ${Number(raw)}`,
        })
    } else if (
      event === EVENT.scalar &&
      reader.end - reader.start > 3 &&
      /^-?\d[\d.]*e/i.test(reader.raw) &&
      !Number.isFinite(Number(reader.raw))
    )
      add({
        en: `${reader.raw} is out of the range of a double; JavaScript reads Infinity`,
        zh: `${reader.raw} 超出双精度范围；JavaScript 会读作 Infinity`,
      })
  }
  return found
}

/** Whether a double gives the same digits back: at most 15 always do, 17 may. */
function isExact(raw: string): boolean {
  const value = Number(raw)
  if (!Number.isFinite(value)) return false
  return toDigits(raw) === toDigits(value.toExponential()) || toDigits(raw) === toDigits(String(value))
}

function toDigits(raw: string): string {
  return cutEnd(raw.replace(/e.*$/i, '').replaceAll(/[-.]/g, '').replace(/^0+/, ''), '0')
}
