import * as z from 'zod'
import { Answer } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { BYTE_ORDER_MARK, type Jobs } from '../domain/jobs/jobs.ts'
import { toFileParts } from './file-parts.ts'

/** How a result is wanted. */
export const resultInput = {
  id: z.uuid(),
  bom: z
    .boolean()
    .default(false)
    .describe(
      joinText({
        en: 'Begins a CSV with U+FEFF, by which spreadsheets know UTF-8; programs do better without',
        zh: '在 CSV 开头加 U+FEFF，便于电子表格识别 UTF-8；供程序读取时不宜添加',
      }),
    ),
}

type Wanted = { readonly id: string; readonly bom: boolean }

/** The file of a job that is done. Throws as `Jobs.openResult`. */
export async function sendResult(jobs: Jobs, accountId: string, { id, bom }: Wanted): Promise<Answer> {
  const { format, delimiter, fileName, sizeBytes, hasMark, stream } = await jobs.openResult(accountId, id)
  const mark = bom && format !== 'ndjson' && !hasMark ? BYTE_ORDER_MARK : undefined
  return new Answer(toFileParts(stream, { before: mark }), {
    type: `${format === 'ndjson' ? 'application/x-ndjson' : toTableType(delimiter)}; charset=utf-8`,
    headers: {
      'content-length': String(sizeBytes + (mark?.length ?? 0)),
      'content-disposition': toAttachment(fileName),
    },
  })
}

/** The lines of a log are no table that a spreadsheet would open. */
function toTableType(delimiter: string | null): string {
  if (delimiter === '\t') return 'text/tab-separated-values'
  return delimiter === ' ' ? 'text/plain' : 'text/csv'
}

/** RFC 6266 §4.3 and appendix D: for clients that know one form only, all that is no plain letter is `_` in the first. */
function toAttachment(name: string): string {
  const plain = name.replaceAll(/[^\w.() -]/g, '_')
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${exact}`}`
}
