import { wrap } from 'comlink'
import type { Envelope } from '@octet/core/envelope.ts'
import type { Lang } from '@octet/core/text.ts'
import { toOwnScript } from '../worker/own-script.ts'
import type { XlsxColumn, XlsxRow } from './xlsx.ts'
import type { XlsxWriter } from './xlsx-worker.ts'
// oxlint-disable-next-line import/default -- the bundler makes it: the address of the built worker
import workerUrl from './xlsx-worker.ts?worker&url'

/** Rows that are handed over in one go: a few milliseconds of copying. */
const SLICE = 2_000

export type XlsxTable = { readonly name: string; readonly columns: readonly XlsxColumn[]; readonly rows: readonly XlsxRow[] }

/** Bytes of a workbook, made by a worker: a hundred thousand rows take seconds, in which the page goes on. */
export async function makeXlsx({ name, columns, rows }: XlsxTable, lang: Lang): Promise<Envelope<unknown>> {
  const worker = new Worker(toOwnScript(workerUrl), { type: 'module', name: 'xlsx' })
  const lost = new Promise<never>((_, reject) => worker.addEventListener('error', reject))
  try {
    const writer = wrap<XlsxWriter>(worker)
    const write = async () => {
      for (let at = 0; at < rows.length; at += SLICE) await writer.add(rows.slice(at, at + SLICE))
      return writer.write(name, columns, lang)
    }
    return await Promise.race([write(), lost])
  } finally {
    worker.terminate()
  }
}
