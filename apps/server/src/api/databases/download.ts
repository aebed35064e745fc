import * as z from 'zod'
import { joinText } from '@octet/core/text.ts'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { FORMAT_IDS, FORMATS } from '@octet/data/products/formats.ts'
import { PRODUCT_IDS } from '@octet/ipdb/write/product.ts'
import type { Downloader } from '../../domain/downloads/download-log.ts'
import { findDownloader } from '../../http/find-downloader.ts'
import { noteDownload } from '../../http/note-download.ts'
import { sendFile } from '../../http/send-file.ts'

export const fileInput = {
  product: z.enum(PRODUCT_IDS).describe(joinText({ en: 'Which database', zh: '哪个数据库' })),
  format: z.enum(FORMAT_IDS).describe(joinText({ en: 'In which form', zh: '哪种格式' })),
}

export const buildId = z
  .string()
  .regex(/^\d{8}T\d{6}Z$/, joinText({ en: 'the id of a build such as 20260131T120000Z', zh: '构建编号，如 20260131T120000Z' }))

export default defineEndpoint({
  method: 'GET',
  path: '/v1/databases/:product/:format',
  auth: 'none',
  title: { en: 'Download a database', zh: '下载数据库' },
  summary: {
    en: 'The file itself, of the newest build or a kept one. HEAD, ETag, Last-Modified, Range, If-Range and If-Match work; its SHA-256 is in X-Checksum-SHA256 and Repr-Digest. The first request for a file that has not been made answers 503 with Retry-After.',
    zh: '返回最新构建（或保留的旧构建）的文件本身。支持 HEAD、ETag、Last-Modified、Range、If-Range 与 If-Match；SHA-256 见 X-Checksum-SHA256 与 Repr-Digest。文件尚未生成时首次请求返回 503 与 Retry-After。',
  },
  input: z.object({
    ...fileInput,
    build: buildId
      .optional()
      .describe(joinText({ en: 'Id of a kept build; the newest file unless given', zh: '保留的构建 id；不填则为最新文件' })),
    key: z
      .string()
      .max(200)
      .optional()
      .describe(joinText({ en: 'Key, where it cannot come in a header', zh: '密钥，无法放在请求头中时使用' })),
    token: z
      .string()
      .max(200)
      .optional()
      .describe(joinText({ en: 'The same under another name', zh: '同上，另一个参数名' })),
    ticket: z
      .string()
      .max(100)
      .optional()
      .describe(joinText({ en: 'Token of a download link for browsers', zh: '浏览器下载链接中的口令' })),
  }),
  output: z.string(),
  answer: { media: [...new Set(Object.values(FORMATS).map(({ mediaType }) => mediaType))], isBare: true },
  errors: [
    'login_required',
    'bad_key',
    'key_refused',
    'session_ended',
    'link_dead',
    'database_not_subscribed',
    'database_not_ready',
    'data_missing',
    'no_such',
    'unavailable',
  ],
  cost: 2,
  async handle(context) {
    const { input, services, method, header } = context
    const { downloads, downloadLog } = services
    const { product, format } = input
    const link = input.ticket === undefined ? undefined : await downloadLog.useLink(input.ticket, input)
    const downloader: Downloader | undefined = link
      ? { accountId: link.accountId, keyId: null, address: context.caller.address }
      : await findDownloader(context, input)
    await downloads.checkRight(downloader?.accountId ?? null, product)
    const file = await downloads.get(product, format, input.build ?? link?.build)
    return sendFile(
      {
        path: file.path,
        sizeBytes: file.sizeBytes,
        sha256: file.sha256,
        modifiedAt: new Date(file.date),
        mediaType: FORMATS[format].mediaType,
        headers: { 'content-disposition': `attachment; filename="${file.name}"`, 'x-data-build': file.build },
      },
      {
        method,
        header,
        onSend: noteDownload(services, { file, downloader, address: context.caller.address }),
      },
    )
  },
})
