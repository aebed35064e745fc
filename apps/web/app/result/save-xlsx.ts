import { toOwnFailure } from '../api/call.ts'
import { arrived } from '../arrived.ts'
import { splitPath } from '../locale.ts'
import { saveFile } from '../tool/result-actions.tsx'
import type { XlsxTable } from './xlsx-file.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Gives a table to the visitor as an Excel workbook, or says why not; the writer comes with the first one. */
export async function saveXlsx(table: XlsxTable): Promise<string | undefined> {
  try {
    const { makeXlsx } = await arrived(import('./xlsx-file.ts'))
    const { code, msg, data } = await makeXlsx(table, splitPath(location.pathname).lang)
    if (code !== 200) return msg
    saveFile(new File([data as Uint8Array<ArrayBuffer>], `${table.name}.xlsx`, { type: TYPE }))
    return undefined
  } catch (error) {
    return toOwnFailure(error).msg
  }
}
