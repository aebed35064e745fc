import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import { parseBytes, type ByteFormat } from '../../lib/byte-text.ts'
import { toHex, type Bytes } from '../../lib/bytes.ts'
import { toBase64 } from '../../lib/radix-text.ts'
import { ALGORITHM_IDS, ALGORITHMS, COMMON, createHmac, type AlgorithmId, type Hasher } from './algorithms.ts'
import { parseSums, type ExpectedSum } from './compare.ts'

export type HashInput = {
  text: string
  file?: Blob | undefined
  files?: Blob[] | undefined
  algorithm: AlgorithmId | 'common' | 'all'
  length: '32' | '16'
  upper: boolean
  expected: string
  hmacKey: string
  hmacKeyFormat: ByteFormat
  textFormat: ByteFormat
  salt: string
  saltPlace: 'after' | 'before'
  output: 'hex' | 'base64'
}
export type HashRow = { algorithm: string; value: string; bits: number }
export type FileRow = {
  name: string
  sizeBytes: number
  algorithm: string
  value: string
  verdict?: 'match' | 'differs' | 'unlisted'
}
export type HashOutput = {
  text: string
  verdict?: 'match' | 'differs'
  matched?: string
  rows: HashRow[]
  files?: FileRow[]
  sizeBytes: number
  progress?: number
}

/** Bytes read at once, and how often progress is told. */
const PIECE_BYTES = 1024 * 1024
const PROGRESS_EVERY_BYTES = 8 * PIECE_BYTES
/** With more algorithms at once a piece takes so long that each is told. */
const FEW_ALGORITHMS = 4

type Task = { input: HashInput; host: Host; ids: AlgorithmId[]; key: Bytes | undefined; salt: Bytes }

/** Hashes a text, a file or several piece by piece with every chosen algorithm; yields the progress of large ones. */
export async function* hashAll(input: HashInput, host: Host): AsyncGenerator<HashOutput> {
  const sums = parseSums(input.expected)
  if (input.expected.trim() && !sums.length) throw refuseSums(input.expected)
  const ids = chooseAlgorithms(input, sums)
  const key = input.hmacKey ? parseBytes(input.hmacKey, input.hmacKeyFormat, 'hmacKey') : undefined
  const task = { input, host, ids, key, salt: parseBytes(input.salt, 'text', 'salt') }
  if (input.files?.length) yield* hashFiles(task, input.files, sums)
  else {
    const content = input.file ?? new Blob([parseBytes(input.text, input.textFormat, 'text')])
    const digests = yield* hashOne(task, content)
    const name = content instanceof File ? content.name : undefined
    yield toOutput(input, { ids, digests, sums, sizeBytes: content.size, name })
  }
}

/** Yields the progress, returns the digests. */
async function* hashOne(task: Task, content: Blob): AsyncGenerator<HashOutput, Bytes[]> {
  const { input, host, ids, key, salt } = task
  const hashers = await Promise.all(ids.map((id) => (key ? createHmac(id, key) : ALGORITHMS[id].create())))
  const progressEvery = hashers.length > FEW_ALGORITHMS ? PIECE_BYTES : PROGRESS_EVERY_BYTES
  if (input.saltPlace === 'before') feed(hashers, salt)
  for (let at = 0; at < content.size; at += PIECE_BYTES) {
    if (host.signal.aborted) throw new AppError('cancelled')
    feed(hashers, new Uint8Array(await content.slice(at, at + PIECE_BYTES).arrayBuffer()))
    if (at > 0 && at % progressEvery === 0) yield { text: '', rows: [], sizeBytes: content.size, progress: at / content.size }
  }
  if (input.saltPlace === 'after') feed(hashers, salt)
  return hashers.map((hasher) => Uint8Array.from(hasher.digest()))
}

/** One file after the other; the text is a list that `sha256sum -c` and its kin read. */
async function* hashFiles(task: Task, files: readonly Blob[], sums: readonly ExpectedSum[]): AsyncGenerator<HashOutput> {
  const { input, ids } = task
  const rows: FileRow[] = []
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let before = 0
  for (const [index, file] of files.entries()) {
    const name = file instanceof File && file.name ? file.name : `${index + 1}`
    const work = hashOne(task, file)
    let step = await work.next()
    for (; !step.done; step = await work.next())
      yield { text: '', rows: [], sizeBytes: total, progress: (before + file.size * (step.value.progress ?? 0)) / total }
    const done = { ids, digests: step.value, sums, sizeBytes: file.size, name }
    rows.push(...toFileRows(input, done))
    before += file.size
  }
  const text = rows.map(({ name, algorithm, value }) =>
    ids.length > 1 ? `${algorithm} (${name}) = ${value}` : `${value}  ${name}`,
  )
  const verdicts = rows.flatMap(({ verdict }) => (verdict ? [verdict] : []))
  const verdict =
    verdicts.length === 0 ? {} : { verdict: verdicts.includes('differs') ? ('differs' as const) : ('match' as const) }
  yield { text: text.join('\n'), ...verdict, rows: [], files: rows, sizeBytes: total }
}

/** A row per algorithm; with sums to compare with, whether the file's own is among them. */
function toFileRows(input: HashInput, done: Done & { name: string }): FileRow[] {
  const { name, sizeBytes, sums } = done
  const listed = sums.some((sum) => sum.name === undefined || toBaseName(sum.name) === name)
  const { rows, verdict = undefined } = toOutput(input, { ...done, sums: listed ? sums : [] })
  const own = sums.length === 0 ? {} : { verdict: listed ? verdict! : ('unlisted' as const) }
  return rows.map(({ algorithm, value }) => ({ name, sizeBytes, algorithm, value, ...own }))
}

function feed(hashers: readonly Hasher[], data: Uint8Array): void {
  if (data.length) for (const hasher of hashers) hasher.update(data)
}

/** The chosen algorithms, and those that could have made the expected sums. */
function chooseAlgorithms({ algorithm, hmacKey }: HashInput, sums: readonly ExpectedSum[]): AlgorithmId[] {
  const chosen = algorithm === 'all' ? ALGORITHM_IDS : algorithm === 'common' ? COMMON : [algorithm]
  if (algorithm !== 'all' && algorithm !== 'common' && hmacKey && !ALGORITHMS[algorithm].isKeyable) throw refuseHmac(algorithm)
  const lengths = new Set(sums.map(({ value }) => value.length * 4))
  const isGuess = algorithm === 'common'
  const ids = ALGORITHM_IDS.filter((id) => chosen.includes(id) || (isGuess && lengths.has(ALGORITHMS[id].bits)))
  return hmacKey ? ids.filter((id) => ALGORITHMS[id].isKeyable) : ids
}

type Done = { ids: AlgorithmId[]; digests: Bytes[]; sums: readonly ExpectedSum[]; sizeBytes: number; name: string | undefined }

function toOutput(input: HashInput, { ids, digests, sums, sizeBytes, name }: Done): HashOutput {
  const rows = ids.map((id, i) => toRow(id, digests[i] ?? new Uint8Array(0), input))
  const text = rows[0]?.value ?? ''
  if (!sums.length) return { text, rows, sizeBytes }
  const hexes = digests.map((digest) => toHex(digest))
  // A list names many files; for a file with a name only its own line counts, if there is one.
  const own = sums.filter((sum) => name !== undefined && sum.name !== undefined && toBaseName(sum.name) === name)
  const relevant = own.length ? own : sums
  const found = relevant
    .map((sum) => ({
      sum,
      index: hexes.findIndex((hex) => hex === sum.value || (hex.length === 32 && hex.slice(8, 24) === sum.value)),
    }))
    .find(({ index }) => index >= 0)
  const matched = found ? [rows[found.index]?.algorithm, found.sum.name].filter(Boolean).join(' · ') : undefined
  return {
    text: (found && rows[found.index]?.value) ?? text,
    verdict: found ? 'match' : 'differs',
    ...(matched ? { matched } : {}),
    rows,
    sizeBytes,
  }
}

function toBaseName(path: string): string {
  return path.replace(/^.*[/\\]/, '')
}

function toRow(id: AlgorithmId, digest: Bytes, { hmacKey, length, upper, output }: HashInput): HashRow {
  const isShort = length === '16' && id === 'md5'
  const bytes = isShort ? digest.slice(4, 12) : digest
  const value = output === 'base64' ? toBase64(bytes) : toHex(bytes)
  return {
    algorithm: `${hmacKey ? 'HMAC-' : ''}${ALGORITHMS[id].title}`,
    value: upper && output === 'hex' ? value.toUpperCase() : value,
    bits: bytes.length * 8,
  }
}

function refuseHmac(id: AlgorithmId): AppError {
  const expected = { en: 'a hash that HMAC is defined for', zh: '可用于 HMAC 的哈希算法' }
  return new AppError('bad_input', { field: 'algorithm', expected, got: ALGORITHMS[id].title })
}

function refuseSums(text: string): AppError {
  const expected = {
    en: 'a sum in hex or Base64, or lines of “sum  name”',
    zh: '十六进制或 Base64 的校验和，或“校验和  文件名”格式的行',
  }
  return new AppError('bad_input', { field: 'expected', expected, got: text.slice(0, 40) })
}
