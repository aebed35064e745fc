import { countPoints } from '../../lib/count-points.ts'
import { loadConverter } from './convert-script.ts'
import type { ReadPinyin } from './tokens.ts'
import { ALONE } from './alone.ts'

const MAX_RUN = 400
const PIECE = new RegExp(`.{1,${MAX_RUN}}`, 'gsu')

/** Reads characters by words; those of a traditional text by their simplified form. */
export async function loadReader(isTraditional: boolean): Promise<ReadPinyin> {
  const { readRun } = await import('./read-run.ts')
  const simplify = isTraditional ? await loadConverter('simplified', 't') : undefined
  return (text, { surname, hasSandhi }) => {
    const simple = simplify?.(text)
    const used = simple !== undefined && countPoints(simple) === countPoints(text) ? simple : text
    return readRuns(used, (run, isFirst) => {
      const alone = ALONE.get(run)
      if (alone) return [...alone]
      const isSurname = surname === 'all' || (surname === 'head' && isFirst)
      return readRun(run, { surname: isSurname ? surname : 'off', hasSandhi })
    })
  }
}

type Readings = (string | undefined)[]

/** Reads each passage between marks by itself. */
function readRuns(text: string, read: (run: string, isFirst: boolean) => Readings): Readings {
  let isFirst = true
  const readings: Readings = []
  for (const [run] of text.matchAll(/[^\n。，、！？；：…,.!?;]+|[\n。，、！？；：…,.!?;]+/gu)) {
    const isChinese = /[\p{Script=Han}〇]/u.test(run)
    // Without a mark for so long it is cut anyhow: the search for words grows faster than the text.
    const pieces = run.length > MAX_RUN ? Array.from(run.matchAll(PIECE), ([piece]) => piece) : [run]
    for (const piece of pieces)
      if (isChinese) for (const reading of read(piece, isFirst && piece === pieces[0])) readings.push(reading)
      else for (let rest = countPoints(piece); rest > 0; rest--) readings.push(undefined)
    isFirst &&= !isChinese
  }
  return readings
}
