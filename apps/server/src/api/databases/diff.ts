import { join } from 'node:path'
import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import { joinText } from '@octet/core/text.ts'
import { lockBuild } from '@octet/data/build-lock.ts'
import { DIFF_FORMATS, streamDiff, type DiffRequest } from '@octet/data/diff/stream-diff.ts'
import { listBuilds, pickTwoBuilds } from '@octet/data/find-build.ts'
import { DIFF_FIELDS } from '@octet/ipdb/diff/record-cells.ts'
import { findDownloader } from '../../http/find-downloader.ts'
import { buildId } from './download.ts'

const TYPES = {
  summary: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const

export default defineEndpoint({
  method: 'GET',
  path: '/v1/databases/diff',
  auth: 'none',
  title: { en: 'What has changed between two builds', zh: '两次构建的差异' },
  summary: {
    en: 'Ranges that were added, removed or changed, each with its fields before and after, streamed as NDJSON (its last line has the two builds and the summary; without it some is missing) or CSV; or the summary alone. A change applies to the build in `X-Diff-From` alone and leads to the one in `X-Data-Build`. Needs the right to the geolocation database.',
    zh: '新增、移除或变更的地址段及其字段的前后值，以 NDJSON（末行为两个构建编号与汇总，缺少末行即不完整）或 CSV 流式返回，也可只要汇总。差异仅适用于 `X-Diff-From` 所示构建，应用后即为 `X-Data-Build` 所示构建。需要地理位置数据库的下载权限。',
  },
  input: z.object({
    from: buildId.optional().describe(
      joinText({
        en: 'Id of a kept build; the one before the newest unless given',
        zh: '保留的构建 id；不填则为最新构建的前一个',
      }),
    ),
    to: buildId
      .optional()
      .describe(joinText({ en: 'Id of a kept build; the newest unless given', zh: '保留的构建 id；不填则为最新构建' })),
    format: z.enum(DIFF_FORMATS).default('summary'),
    fields: z
      .string()
      .max(500)
      .optional()
      .describe(
        joinText({
          en: `Some of ${DIFF_FIELDS.join(', ')}; all unless given`,
          zh: `${DIFF_FIELDS.join('、')} 中的若干项；不填则为全部`,
        }),
      ),
    key: z
      .string()
      .max(200)
      .optional()
      .describe(joinText({ en: 'Key, where it cannot come in a header', zh: '密钥，无法放在请求头中时使用' })),
  }),
  output: z.string(),
  answer: { media: Object.values(TYPES).map((type) => type.replace(/;.*/, '')), isBare: true },
  errors: [
    'login_required',
    'bad_key',
    'key_refused',
    'session_ended',
    'database_not_subscribed',
    'builds_not_kept',
    'unavailable',
  ],
  cost: 20,
  timeoutMs: 900_000,
  async handle(context) {
    const { input, services, signal } = context
    const downloader = await findDownloader(context, input)
    await services.downloads.checkRight(downloader?.accountId ?? null, 'geolocation')
    const request = await toRequest(services.config.varFolder, input)
    const lock = await takeTurn(services.downloads.store.folder)
    // Nobody would read the answer, and what is not begun does not end: the turn would never be given back.
    if (signal.aborted) {
      await lock[Symbol.asyncDispose]()
      throw new AppError('cancelled')
    }
    return new Answer(endTurn(streamDiff(request, signal), lock), {
      type: TYPES[input.format],
      headers: {
        'x-data-build': request.to,
        'x-diff-from': request.from,
        'content-disposition': `attachment; filename="octet-diff-${request.from}-${request.to}.${request.format === 'summary' ? 'json' : request.format}"`,
      },
    })
  },
})

type Input = { from?: string | undefined; to?: string | undefined; format: DiffRequest['format']; fields?: string | undefined }

async function toRequest(varFolder: string, input: Input): Promise<DiffRequest> {
  const [from, to] = pickTwoBuilds(await listBuilds(varFolder), [input.from, input.to])
  const fields = input.fields?.split(',')
  const unknown = fields?.find((field) => !DIFF_FIELDS.includes(field))
  if (unknown !== undefined) throw new AppError('bad_input', { field: 'fields', expected: DIFF_FIELDS.join(', '), got: unknown })
  return { varFolder, from: from.build, to: to.build, format: input.format, fields }
}

/** A comparison holds two builds in memory: one at a time, over all threads and processes of a var folder. */
function takeTurn(folder: string): Promise<AsyncDisposable> {
  return lockBuild(join(folder, 'diff')).catch((cause: unknown) => {
    const reason = { en: 'another comparison is being made', zh: '另一项比较正在进行' }
    throw new AppError('unavailable', { reason, retryAfter: 30 }, { cause })
  })
}

async function* endTurn(pieces: AsyncIterable<Uint8Array>, lock: AsyncDisposable): AsyncGenerator<Uint8Array> {
  await using _lock = lock
  yield* pieces
}
