import { loadConverter } from './convert-script.ts'
import type { ReadPinyin } from './tokens.ts'
import { ALONE, WORDS } from './words.ts'

/** Characters in a row above which another way to find words is taken. */
const LONG_RUN = 50
const MAX_RUN = 400
const PIECE = new RegExp(`.{1,${MAX_RUN}}`, 'gsu')

let library: ReturnType<typeof loadLibrary> | undefined

async function loadLibrary(): Promise<typeof import('pinyin-pro')> {
  const loaded = await import('pinyin-pro')
  loaded.addDict(WORDS, 'octet')
  return loaded
}

/** Reads characters by words; those of a traditional text by their simplified form. */
export async function loadReader(isTraditional: boolean): Promise<ReadPinyin> {
  const { pinyin } = await (library ??= loadLibrary())
  const simplify = isTraditional ? await loadConverter('simplified', 't') : undefined
  return (text, { surname, hasSandhi }) => {
    const chars = Array.from(text)
    const simple = simplify && Array.from(simplify(text))
    const used = simple?.length === chars.length ? simple : chars
    const readings = readRuns(used === chars ? text : used.join(''), (run, isFirst) => {
      const alone = ALONE.get(run)
      if (alone) return [...alone]
      const isSurname = surname === 'all' || (surname === 'head' && isFirst)
      // The library's default multiplies word probabilities, which reach zero in a long run; counting words does not.
      const segmentit = run.length > LONG_RUN ? 3 : 2
      return pinyin(run, { type: 'array', surname: isSurname ? surname : 'off', toneSandhi: hasSandhi, segmentit })
    })
    return chars.map((char, at) => (readings[at] === used[at] ? char : (readings[at] ?? char)))
  }
}

/** Reads each passage between marks by itself; the marks stay. */
function readRuns(text: string, read: (run: string, isFirst: boolean) => string[]): string[] {
  let isFirst = true
  const readings: string[] = []
  for (const [run] of text.matchAll(/[^\n。，、！？；：…,.!?;]+|[\n。，、！？；：…,.!?;]+/gu)) {
    const isChinese = /[\p{Script=Han}〇]/u.test(run)
    // Without a mark for so long it is cut anyhow: the search for words grows faster than the text.
    const pieces = run.length > MAX_RUN ? Array.from(run.matchAll(PIECE), ([piece]) => piece) : [run]
    for (const piece of pieces)
      for (const reading of isChinese ? read(piece, isFirst && piece === pieces[0]) : Array.from(piece)) readings.push(reading)
    isFirst &&= !isChinese
  }
  return readings
}
