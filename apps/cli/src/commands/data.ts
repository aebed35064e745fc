import { parseArgs } from 'node:util'
import { AppError } from '@octet/core/errors.ts'
import { buildDatabase, type BuildStep } from '@octet/data/build.ts'
import { readManifest } from '@octet/data/manifest.ts'
import { rollBack } from '@octet/data/roll-back.ts'
import { readStatus, type SourceStatus } from '@octet/data/status.ts'
import { updateSources } from '@octet/data/update.ts'
import { defineCommand, UsageError, type CommandContext } from '../command.ts'

const VERBS: Readonly<Record<string, (context: CommandContext, flags: Flags) => Promise<void>>> = {
  status: showStatus,
  build,
  update,
  rollback: goBack,
}

type Flags = { readonly mirror?: string | undefined; readonly only?: string | undefined }

export default defineCommand({
  summary: { en: 'Update or build the address data, or say what is there', zh: '更新或构建地址数据，或查看现有数据' },
  usage: [
    'octet data status',
    'octet data build',
    'octet data update [--mirror FOLDER|URL] [--only ID,ID]',
    'octet data rollback',
  ],
  async run(context) {
    const { words, flags } = readFlags(context.words)
    const [verb = 'status'] = words
    const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
    if (!act || words.length > 1)
      throw new UsageError(`expected one of ${Object.keys(VERBS).join(', ')}, got “${words.join(' ')}”`)
    if (verb !== 'update' && Object.keys(flags).length > 0) throw new UsageError('--mirror and --only belong to update')
    await act(context, flags)
  },
})

function readFlags(words: readonly string[]): { words: string[]; flags: Flags } {
  try {
    const options = { mirror: { type: 'string' }, only: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    return { words: positionals, flags: { ...values } }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

async function build(context: CommandContext): Promise<void> {
  const manifest = await buildDatabase({ varFolder: context.config.varFolder, onProgress: toRemarks(context) })
  await context.print(`${manifest.build}\n`)
}

async function update(context: CommandContext, { mirror, only }: Flags): Promise<void> {
  const report = await updateSources({
    varFolder: context.config.varFolder,
    mirror,
    only: only?.split(',').filter(Boolean),
    onProgress: toRemarks(context),
  })
  const lines = report.sources.map(
    ({ id, outcome, rows, reason }) =>
      `  ${id.padEnd(22)} ${outcome.padEnd(12)} ${String(rows).padStart(9)} rows${reason ? `  ${reason}` : ''}\n`,
  )
  await context.print(lines.join(''))
  if (report.buildError)
    throw new AppError('unavailable', {
      reason: {
        en: `the sources were put back and what is published stays: ${report.buildError}`,
        zh: `数据源已恢复原状，已发布的数据不变：${report.buildError}`,
      },
    })
  await context.print(report.build ? `build ${report.build}\n` : 'nothing has changed\n')
}

async function goBack({ config, print }: CommandContext): Promise<void> {
  const { build: id } = await rollBack(config.varFolder)
  await print(`${id}\n`)
}

async function showStatus({ config, print }: CommandContext): Promise<void> {
  const manifest = await readManifest(config.varFolder)
  await print(
    manifest
      ? `build ${manifest.build}, ${manifest.rows.v4} IPv4 and ${manifest.rows.v6} IPv6 ranges\n`
      : 'no data yet: run octet data build\n',
  )
  const sources = await readStatus(config.varFolder)
  await print(sources.map((source) => toLine(source, new Date())).join(''))
}

function toLine({ id, date, rows, licence, isOptional, cadence, checkedAt, lastError }: SourceStatus, now: Date): string {
  const days = date === null ? '' : `${Math.floor((now.getTime() - Date.parse(date)) / 86_400_000)} days`
  const use = rows === null ? (isOptional ? 'off' : 'not loaded') : `${rows} rows`
  const asked = cadence === null ? 'with the program' : `${cadence}${checkedAt ? `, asked ${checkedAt.slice(0, 16)}Z` : ''}`
  const error = lastError ? `  ! ${lastError.at.slice(0, 16)}Z ${lastError.reason}` : ''
  return `  ${id.padEnd(22)} ${(date ?? '–').padEnd(10)} ${days.padStart(9)} ${use.padStart(14)}  ${licence}, ${asked}${error}\n`
}

function toRemarks({ config, remark }: CommandContext): (step: BuildStep) => void {
  let last = ''
  return ({ id, text }) => {
    if (id !== last) remark(text[config.lang])
    last = id
  }
}
