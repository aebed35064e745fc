import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BenchRow } from '../packages/core/src/bench.ts'
import { toLine } from './bench-line.ts'
import { recordFigures } from './record-figures.ts'

/** Something that measures: the file whose `run` gives rows, and the command that runs it, as figures.md names it. */
export type Measure = { readonly title: string; readonly file: string; readonly command: string }

/**
 * The files among those of some patterns that export `run`, as paths from a folder. By their text: what else lies beside
 * them, such as a server that is measured, begins its work as soon as it is imported, and would go on without end.
 */
export function findMeasures(patterns: readonly string[], folder: string): string[] {
  return globSync(patterns, { cwd: folder })
    .filter((file) => /^export async function run\b/m.test(readFileSync(join(folder, file), 'utf8')))
    .sort()
}

/**
 * Runs them one after another and prints their rows; `isRecorded` writes these into docs/figures.md. One that fails is
 * said, and the others are run all the same. Returns the titles of those that failed.
 */
export async function runMeasures(measures: readonly Measure[], isRecorded: boolean): Promise<string[]> {
  const failed: string[] = []
  for (const { title, file, command } of measures) {
    console.log(`\n${title}`)
    try {
      const { run } = (await import(pathToFileURL(file).href)) as { run: () => Promise<readonly BenchRow[]> }
      const rows = await run()
      for (const row of rows) console.log(`  ${toLine(row)}`)
      if (isRecorded && isMeasured(rows)) recordFigures(command, rows)
    } catch (error) {
      failed.push(title)
      console.error('  could not be measured:', error)
    }
  }
  return failed
}

/** Whether there is a figure among rows: one without a unit says what the machine lacks, and must not take the place of figures. */
export const isMeasured = (rows: readonly BenchRow[]): boolean => rows.some(({ unit }) => unit !== '')

/** Ends the process, whatever a measure has left running in it: with 1 when some failed. */
export function endMeasures(failed: readonly string[]): never {
  if (failed.length > 0) console.error(`\nnot measured: ${failed.join(', ')}`)
  process.exit(failed.length > 0 ? 1 : 0)
}
