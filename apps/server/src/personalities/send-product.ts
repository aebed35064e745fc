import { FORMATS, type FormatId } from '@octet/data/products/formats.ts'
import type { ProductFile } from '@octet/data/products/product-store.ts'
import { noteDownload } from '../http/note-download.ts'
import { sendFile } from '../http/send-file.ts'
import type { Call, Reply } from './personality.ts'

export type SentProduct = {
  readonly format: FormatId
  /** Name of the file for whoever saves it. */
  readonly name: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A database file as an answer: ranges, HEAD, 304 and the history of downloads as under our own address. */
export async function sendProduct(call: Call, file: ProductFile, { format, name, headers = {} }: SentProduct): Promise<Reply> {
  const { services, key, address } = call
  const downloader = key && { accountId: key.accountId, keyId: key.id, address }
  const answer = await sendFile(
    {
      path: file.path,
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
      modifiedAt: new Date(file.date),
      mediaType: FORMATS[format].mediaType,
      headers: { 'content-disposition': `attachment; filename=${name}`, 'x-data-build': file.build, ...headers },
    },
    {
      method: call.method,
      header: (header) => [call.headers[header]].flat()[0],
      onSend: noteDownload(services, { file, downloader, address }),
    },
  )
  const { 'content-type': type, ...rest } = answer.headers
  return { body: answer.body, status: answer.status, headers: rest, ...(type !== undefined && { type }) }
}
