import { parseArgs } from 'node:util'
import { AppError } from '@octet/core/errors.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { LockedError } from '@octet/data/build-lock.ts'
import { buildDatabase, type BuildStep } from '@octet/data/build.ts'
import { readManifest } from '@octet/data/manifest.ts'
import { RefusedDataError, UnreachableError } from '@octet/data/fetch-file.ts'
import { openTwoBuilds } from '@octet/data/find-build.ts'
import { pullBuild } from '@octet/data/mirror/pull-build.ts'
import { FORMAT_IDS } from '@octet/data/products/formats.ts'
import { makeProducts } from '@octet/data/products/make-products.ts'
import { ProductStore, type Wanted } from '@octet/data/products/product-store.ts'
import type { Manifest } from '@octet/ipdb/manifest.ts'
import { PRODUCT_IDS } from '@octet/ipdb/write/product.ts'
import { isOutdated } from '@octet/data/outdated.ts'
import { rollBack } from '@octet/data/roll-back.ts'
import { readStatus, type SourceStatus } from '@octet/data/status.ts'
import { writeLastUpdate, type LastUpdate } from '@octet/data/update-report.ts'
import { updateSources } from '@octet/data/update.ts'
import { diffBuilds } from '@octet/ipdb/diff/diff.ts'
import { DIFF_FIELDS } from '@octet/ipdb/diff/record-cells.ts'
import { summarise, toCsvDiff, toNdjsonDiff } from '@octet/ipdb/diff/write-diff.ts'
import { readProductSettings, readUpdateSettings } from '../data-settings.ts'
import { pad } from '../text-table.ts'
import { toYaml } from '../to-yaml.ts'
import { defineCommand, UsageError, type CommandContext } from '../command.ts'

type Verb = {
  /** Names of the flags it takes. */
  readonly flags: readonly string[]
  readonly maxWords: number
  run(context: CommandContext, flags: Flags, words: readonly string[]): Promise<void>
}

const VERBS: Readonly<Record<string, Verb>> = {
  status: { flags: [], maxWords: 0, run: showStatus },
  build: { flags: ['keep'], maxWords: 0, run: build },
  update: { flags: ['mirror', 'only', 'keep'], maxWords: 0, run: update },
  rollback: { flags: [], maxWords: 0, run: goBack },
  mirror: { flags: ['token', 'keep'], maxWords: 1, run: mirror },
  diff: { flags: ['format', 'fields'], maxWords: 2, run: diff },
  make: { flags: [], maxWords: 48, run: make },
}

const FLAGS = ['mirror', 'only', 'keep', 'token', 'format', 'fields'] as const
type SourceOutcome = LastUpdate['sources'][number]['outcome']

type Flags = { readonly [name in (typeof FLAGS)[number]]?: string | undefined }

export default defineCommand({
  async run(context) {
    const { words, flags } = readFlags(context.words)
    const [name = 'status', ...rest] = words
    const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined
    if (!verb || rest.length > verb.maxWords)
      throw new UsageError({
        en: `expected one of ${Object.keys(VERBS).join(', ')}, got “${words.join(' ')}”`,
        zh: `应为 ${Object.keys(VERBS).join('、')} 之一，收到“${words.join(' ')}”`,
      })
    const foreign = Object.keys(flags).find((flag) => !verb.flags.includes(flag))
    if (foreign !== undefined)
      throw new UsageError({ en: `--${foreign} does not belong to ${name}`, zh: `${name} 没有选项 --${foreign}` })
    await verb.run(context, flags, rest).catch((error: unknown) => {
      throw error instanceof LockedError ? new AppError('unavailable', { reason: error.message }, { cause: error }) : error
    })
  },
})

function readFlags(words: readonly string[]): { words: string[]; flags: Flags } {
  try {
    const options = Object.fromEntries(FLAGS.map((name) => [name, { type: 'string' as const }]))
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    return { words: positionals, flags: { ...values } as Flags }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

async function build(context: CommandContext, { keep }: Flags): Promise<void> {
  const { varFolder, operatorFile } = context.config
  const keepBuilds = toCount(keep) ?? readUpdateSettings(operatorFile).keepBuilds
  const manifest = await buildDatabase({ varFolder, keepBuilds, onProgress: toRemarks(context) })
  await context.print(`${manifest.build}\n`)
}

function toCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const count = Number(text)
  if (!Number.isInteger(count) || count < 2 || count > 60)
    throw new UsageError({ en: `--keep: expected 2 to 60, got “${text}”`, zh: `--keep：应为 2 至 60，收到“${text}”` })
  return count
}

async function update(context: CommandContext, { mirror: from, only, keep }: Flags): Promise<void> {
  const { varFolder, operatorFile } = context.config
  const settings = readUpdateSettings(operatorFile)
  const startedAt = new Date().toISOString()
  const report = await updateSources({
    varFolder,
    mirror: from ?? settings.mirror,
    keepBuilds: toCount(keep) ?? settings.keepBuilds,
    only: only?.split(',').filter(Boolean),
    onProgress: toRemarks(context),
  })
  const { sources, build: id, buildError: error } = report
  await writeLastUpdate(varFolder, { startedAt, endedAt: new Date().toISOString(), sources, build: id, error })
  const { lang } = context.config
  const lines = report.sources.map(
    ({ id, outcome, rows, reason }) =>
      `  ${id.padEnd(22)} ${pad(OUTCOMES[outcome][lang], { to: 12 })} ${String(rows).padStart(9)} ${STATUS[lang].rows}${reason ? `  ${reason}` : ''}\n`,
  )
  await context.print(lines.join(''))
  if (report.buildError)
    throw new AppError('unavailable', {
      reason: {
        en: `the sources were put back and what is published stays: ${report.buildError}`,
        zh: `数据源已恢复原状，已发布的数据不变：${report.buildError}`,
      },
    })
  if (sources.length > 0 && sources.every(({ outcome }) => outcome === 'unreachable'))
    throw new AppError('unavailable', { reason: { en: 'no source can be reached', zh: '所有数据源均无法访问' } })
  const refused = sources.filter(({ outcome }) => outcome === 'refused').length
  const kept = refused > 0 ? toKept(refused)[lang] : ''
  await context.print(`${report.build ? `${BUILD[lang]} ${report.build}` : UNCHANGED[lang]}${kept}\n`)
}

const BUILD: Text = { en: 'build', zh: '构建' }
const UNCHANGED: Text = { en: 'nothing has changed', zh: '没有变化' }
const toKept = (count: number): Text => ({
  en: `; refused: ${count}, whose last good files stay`,
  zh: `；已拒绝 ${count} 个数据源，沿用其上次的有效文件`,
})
const OUTCOMES: Readonly<Record<SourceOutcome, Text>> = {
  updated: { en: 'updated', zh: '已更新' },
  unchanged: { en: 'unchanged', zh: '未变化' },
  refused: { en: 'refused', zh: '已拒绝' },
  unreachable: { en: 'unreachable', zh: '无法访问' },
}

async function mirror(context: CommandContext, { token, keep }: Flags, [url]: readonly string[]): Promise<void> {
  if (url === undefined || !/^https?:\/\//.test(url))
    throw new UsageError({
      en: `expected the address of an instance, got “${url ?? ''}”`,
      zh: `应为另一实例的地址，收到“${url ?? ''}”`,
    })
  const { varFolder, operatorFile } = context.config
  const keepBuilds = toCount(keep) ?? readUpdateSettings(operatorFile).keepBuilds
  let toldAt = 0
  const onProgress = (done: number, total: number) => {
    if (Date.now() - toldAt < 1_000) return
    toldAt = Date.now()
    context.remark(`${(done / 1e6).toFixed(1)} / ${(total / 1e6).toFixed(1)} MB`)
  }
  try {
    const { outcome, build: id } = await pullBuild({ varFolder, url, token, keepBuilds, onProgress })
    const { lang } = context.config
    const named = `${BUILD[lang]} ${id}\n`
    await context.print(outcome === 'updated' ? named : `${UNCHANGED[lang]}${lang === 'zh' ? '：' : ': '}${named}`)
  } catch (error) {
    if (!(error instanceof UnreachableError || error instanceof RefusedDataError)) throw error
    const reason = { en: `what is published stays: ${error.message}`, zh: `已发布的数据不变：${error.message}` }
    throw new AppError('unavailable', { reason }, { cause: error })
  }
}

async function make({ config, print, remark }: CommandContext, _flags: Flags, names: readonly string[]): Promise<void> {
  const store = new ProductStore(config.varFolder)
  const wanted = names.map(toWanted)
  if (wanted.length === 0)
    throw new UsageError({
      en: 'expected at least one file such as geolocation/mmdb',
      zh: '至少给出一个文件，如 geolocation/mmdb',
    })
  const settings = readProductSettings(config.operatorFile)
  for (const one of wanted) await store.want(one)
  const onProgress = ({ product, format }: Wanted, rows: number) => remark(`${product}/${format} ${rows}`)
  await makeProducts({ varFolder: config.varFolder, ...settings, onProgress })
  for (const one of wanted) {
    const failure = await store.findFailure(one)
    if (failure) throw new AppError('unavailable', { reason: `${one.product}/${one.format}: ${failure.reason}` })
    await print(`${(await store.find(one))?.path ?? ''}\n`)
  }
}

function toWanted(name: string): Wanted {
  const [product = '', format = ''] = name.split('/')
  const [knownProduct, knownFormat] = [PRODUCT_IDS.find((id) => id === product), FORMAT_IDS.find((id) => id === format)]
  if (!knownProduct || !knownFormat)
    throw new UsageError({
      en: `expected ${PRODUCT_IDS.join('|')} / ${FORMAT_IDS.join('|')}, got “${name}”`,
      zh: `应为 ${PRODUCT_IDS.join('|')} / ${FORMAT_IDS.join('|')}，收到“${name}”`,
    })
  return { product: knownProduct, format: knownFormat }
}

async function diff(
  { config, print }: CommandContext,
  { format = 'summary', fields }: Flags,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 1) throw new UsageError({ en: 'expected two builds or none', zh: '应给出两个构建，或都不给' })
  const wanted = fields?.split(',')
  const unknown = wanted?.find((field) => !DIFF_FIELDS.includes(field))
  if (unknown !== undefined)
    throw new UsageError({
      en: `--fields: expected some of ${DIFF_FIELDS.join(', ')}, got “${unknown}”`,
      zh: `--fields：应取自 ${DIFF_FIELDS.join('、')}，收到“${unknown}”`,
    })
  const [before, after] = await openTwoBuilds(config.varFolder, ids)
  const changes = diffBuilds(before, after, { fields: wanted })
  switch (format) {
    case 'summary':
      await print(await toYaml({ from: before.build, to: after.build, ...summarise(changes) }))
      return
    case 'ndjson':
      for (const piece of toNdjsonDiff(changes, { from: before.build, to: after.build })) await print(piece)
      return
    case 'csv':
      for (const piece of toCsvDiff(changes)) await print(piece)
      return
    default:
      throw new UsageError({
        en: `--format: expected summary, ndjson or csv, got “${format}”`,
        zh: `--format：应为 summary、ndjson 或 csv，收到“${format}”`,
      })
  }
}

async function goBack({ config, print }: CommandContext): Promise<void> {
  const { build: id } = await rollBack(config.varFolder)
  await print(`${id}\n`)
}

async function showStatus({ config, print }: CommandContext): Promise<void> {
  const { lang, varFolder } = config
  const manifest = await readManifest(varFolder)
  await print(`${toHead(manifest)[lang]}\n`)
  if (manifest && (await isOutdated(manifest, varFolder))) await print(`${OUTDATED[lang]}\n`)
  const sources = await readStatus(varFolder)
  await print(sources.map((source) => toLine(source, { lang, now: new Date() })).join(''))
}

function toHead(manifest: Manifest | undefined): Text {
  if (!manifest) return { en: 'no data yet: run octet data build', zh: '尚无数据：请运行 octet data build' }
  const { build: id, rows } = manifest
  return {
    en: `build ${id}, ${rows.v4} IPv4 and ${rows.v6} IPv6 ranges`,
    zh: `构建 ${id}，IPv4 地址段 ${rows.v4} 个，IPv6 地址段 ${rows.v6} 个`,
  }
}

const OUTDATED = {
  en: 'rules or packages older than those of this version made it: an update or octet data build builds it anew',
  zh: '构建所用的规则或软件包早于当前版本：更新或 octet data build 会重新构建',
}

const STATUS = {
  en: {
    ages: 'days',
    rows: 'rows',
    off: 'off',
    none: 'not loaded',
    own: 'with the program',
    asked: 'asked',
    cadence: { daily: 'daily', weekly: 'weekly', monthly: 'monthly' },
  },
  zh: {
    ages: '天',
    rows: '行',
    off: '已关闭',
    none: '未加载',
    own: '随程序提供',
    asked: '查询于',
    cadence: { daily: '每日', weekly: '每周', monthly: '每月' },
  },
} as const

function toLine(source: SourceStatus, { lang, now }: { readonly lang: Lang; readonly now: Date }): string {
  const { id, date, rows, licence, isOptional, cadence, checkedAt, lastError } = source
  const words = STATUS[lang]
  const days = date === null ? '' : `${Math.floor((now.getTime() - Date.parse(date)) / 86_400_000)} ${words.ages}`
  const use = rows === null ? (isOptional ? words.off : words.none) : `${rows} ${words.rows}`
  const asked =
    cadence === null ? [words.own] : [words.cadence[cadence], ...(checkedAt ? [`${words.asked} ${toMinute(checkedAt)}`] : [])]
  const error = lastError ? `  ! ${toMinute(lastError.at)} ${lastError.reason}` : ''
  const number = (text: string, to: number) => pad(text, { to, isNumber: true })
  const terms = [licence, ...asked].join(lang === 'zh' ? '，' : ', ')
  return `  ${id.padEnd(22)} ${(date ?? '–').padEnd(10)} ${number(days, 9)} ${number(use, 14)}  ${terms}${error}\n`
}

const toMinute = (time: string): string => `${time.slice(0, 16)}Z`

function toRemarks({ config, remark }: CommandContext): (step: BuildStep) => void {
  let last = ''
  return ({ id, text }) => {
    if (id !== last) remark(text[config.lang])
    last = id
  }
}
