import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { AppError } from '@octet/core/errors.ts'
import { RefusedDataError, UnreachableError } from '@octet/data/fetch-file.ts'
import { pullFile } from '@octet/data/mirror/pull-file.ts'
import { FORMAT_IDS } from '@octet/data/products/formats.ts'
import { PRODUCT_IDS } from '@octet/ipdb/write/product.ts'
import { Refused } from '../ask-server.ts'
import { defineCommand, UsageError, type CommandContext } from '../command.ts'

const MAX_BYTES = 8 * 2 ** 30
const TELL_MS = 1_000
/** How long a file may take to be made. */
const MAKING_MS = 30 * 60_000

export default defineCommand({
  async run(context) {
    const { values, positionals } = readWords(context.words)
    const [product, format = 'mmdb'] = positionals
    if (product === undefined) return list(context)
    if (!isOne(PRODUCT_IDS, product))
      throw new UsageError({
        en: `expected one of ${PRODUCT_IDS.join(', ')}, got “${product}”`,
        zh: `应为 ${PRODUCT_IDS.join('、')} 之一，收到“${product}”`,
      })
    if (!isOne(FORMAT_IDS, format) || positionals.length > 2)
      throw new UsageError({
        en: `expected one of ${FORMAT_IDS.join(', ')}, got “${positionals.slice(1).join(' ')}”`,
        zh: `应为 ${FORMAT_IDS.join('、')} 之一，收到“${positionals.slice(1).join(' ')}”`,
      })
    await download(context, `/v1/databases/${product}/${format}`, values.to ?? '.')
  },
})

const isOne = (words: readonly string[], word: string): boolean => words.includes(word)

function readWords(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options: { to: { type: 'string' } } })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function toServer({ config }: CommandContext): { base: string; headers: Record<string, string> } {
  if (!config.server)
    throw new UsageError({
      en: 'expected OCTET_SERVER with the address of a server, got none',
      zh: '请用 OCTET_SERVER 给出服务器地址',
    })
  const key = config.key === undefined ? {} : { authorization: `Bearer ${config.key}` }
  return { base: config.server.replace(/\/+$/, ''), headers: { 'accept-language': config.lang, ...key } }
}

async function download(context: CommandContext, path: string, to: string): Promise<void> {
  const { base, headers } = toServer(context)
  const { name, sha256, build } = await waitUntilMade(context, `${base}${path}`, headers)
  const isFolder = await stat(to).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
  const into = isFolder ? join(to, name) : to
  if ((await findSha256(into)) === sha256) {
    await context.print(`${into}\n`)
    return context.remark(UNCHANGED[context.config.lang])
  }
  let toldAt = Date.now()
  try {
    const { sizeBytes } = await pullFile({
      // That very build, also when the server has a newer one by now.
      url: `${base}${path}${build ? `?build=${build}` : ''}`,
      headers,
      into,
      sha256,
      maxBytes: MAX_BYTES,
      onProgress(done, total) {
        if (Date.now() - toldAt < TELL_MS) return
        toldAt = Date.now()
        context.remark(`${toMegabytes(done)} / ${toMegabytes(total)} MB`)
      },
    })
    await context.print(`${into}\n`)
    context.remark(`${toMegabytes(sizeBytes)} MB, SHA-256 ${sha256}`)
  } catch (error) {
    throw toKnown(error)
  }
}

const UNCHANGED = { en: 'unchanged: the file here is that of the server', zh: '未变化：本地文件与服务器上的一致' }

/** Checksum of a file that may not be there: who asks every night fetches what is new only. */
async function findSha256(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    if (code !== 'EISDIR') throw error
    throw new AppError('bad_input', { field: 'to', expected: { en: 'a file', zh: '文件' }, got: path }, { cause: error })
  }
  return hash.digest('hex')
}

const toMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)

type Failure = { readonly error?: string; readonly msg: string; readonly resolution?: string }

/** Name and checksum of the file; the first who asks for one waits until it has been made. */
async function waitUntilMade(
  { remark }: CommandContext,
  url: string,
  headers: Record<string, string>,
): Promise<{ name: string; sha256: string; build: string | null }> {
  for (const startedAt = Date.now(); ;) {
    const answer = await fetch(url, { method: 'HEAD', headers })
    const sha256 = answer.headers.get('x-checksum-sha256')
    if (answer.ok && sha256) return { name: toName(answer, url), sha256, build: answer.headers.get('x-data-build') }
    const failure = await readFailure(url, headers)
    const seconds = Number(answer.headers.get('retry-after'))
    if (failure.error !== 'database_not_ready' || Date.now() - startedAt > MAKING_MS) throw toRefusal(failure)
    remark(failure.msg)
    await new Promise((resolve) => setTimeout(resolve, Math.min(30, seconds || 5) * 1000))
  }
}

/** HEAD has no body that could say why. */
async function readFailure(url: string, headers: Record<string, string>): Promise<Failure> {
  const answer = await fetch(url, { headers: { ...headers, range: 'bytes=0-0' } })
  if (answer.ok) return { error: 'database_not_ready', msg: 'the file is there' }
  const { msg, data } = (await answer.json()) as { msg: string; data?: Omit<Failure, 'msg'> }
  return { ...data, msg }
}

/** What the server says, and what can be done about it; here nobody can log in. */
function toRefusal({ error, msg, resolution }: Failure): Error {
  if (error === 'login_required')
    return new UsageError({
      en: 'expected OCTET_KEY with a key that is good for “download”, got none',
      zh: '请用 OCTET_KEY 给出有“下载”权限的密钥',
    })
  const words = [msg, resolution].filter(Boolean).join('\n')
  return new Refused({ en: words, zh: words })
}

/** The file's name, without any folder in it. */
function toName(answer: Response, url: string): string {
  const named = /filename="([^"/\\]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  return named ?? basename(new URL(url).pathname)
}

const LISTED = {
  build: { en: 'build', zh: '构建' },
  free: { en: ' (free)', zh: '（免费）' },
  closed: { en: ' (not subscribed)', zh: '（未订阅）' },
  unmade: { en: 'made on first request', zh: '首次请求时生成' },
} as const

async function list(context: CommandContext): Promise<void> {
  const { base, headers } = toServer(context)
  type Listed = {
    build: string | null
    databases: {
      id: string
      title: string
      is_subscribed: boolean | null
      is_free: boolean
      formats: { format: string; file: { size_bytes: number } | null }[]
    }[]
  }
  const { lang } = context.config
  const answer = await fetch(`${base}/v1/databases`, { headers })
  const { msg, data } = (await answer.json()) as { msg: string; data: Listed }
  if (!answer.ok) throw new Refused({ en: msg, zh: msg })
  const lines = data.databases.flatMap(({ id, title, formats, is_subscribed: isOpen, is_free: isFree }) => [
    `${id.padEnd(12)} ${title}${isFree ? LISTED.free[lang] : isOpen === false ? LISTED.closed[lang] : ''}`,
    ...formats.map(
      ({ format, file }) =>
        `  ${format.padEnd(13)} ${file ? `${toMegabytes(file.size_bytes).padStart(8)} MB` : LISTED.unmade[lang]}`,
    ),
  ])
  await context.print(`${LISTED.build[lang]} ${data.build ?? '–'}\n${lines.join('\n')}\n`)
}

/** A server that is away is told of like that of every other command; what it refused is told of here. */
function toKnown(error: unknown): unknown {
  if (error instanceof UnreachableError && error.cause instanceof TypeError && error.cause.message === 'fetch failed')
    return error.cause
  if (error instanceof UnreachableError || error instanceof RefusedDataError)
    return new AppError('unavailable', { reason: error.message }, { cause: error })
  return error
}
