import { toOwnFailure } from '../api/call.ts'
import { arrived } from '../arrived.ts'
import { toast } from '../state/toast-store.ts'
import { saveFile } from '../tool/result-actions.tsx'

type Table = Parameters<typeof import('./xlsx.ts').toXlsx>

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Gives a table to the visitor as an Excel workbook; the writer comes with the first one. */
export async function saveXlsx(name: string, columns: Table[1], rows: Table[2]): Promise<void> {
  try {
    const { toXlsx } = await arrived(import('./xlsx.ts'))
    saveFile(new File([toXlsx(name, columns, rows)], `${name}.xlsx`, { type: TYPE }))
  } catch (error) {
    toast.error(toOwnFailure(error).msg)
  }
}
