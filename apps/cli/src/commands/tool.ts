import { AppError } from '@octet/core/errors.ts'
import { createChanges } from '@octet/core/list-changes.ts'
import type { AnyTool } from '@octet/core/tool.ts'
import { findTool, loadTools, TOOLS_FOLDER } from '@octet/tools/registry.ts'
import { toSizeText } from '@octet/tools/lib/bytes.ts'
import { findRunLimit, runTool } from '@octet/tools/run.ts'
import { searchTools } from '@octet/tools/search/search-tools.ts'
import { toPlain } from '@octet/tools/to-plain.ts'
import { defineCommand, UsageError, type CommandContext } from '../command.ts'
import { createLocalHost } from '../local-host.ts'
import { readPiped } from '../piped.ts'
import { runInThread } from '../run-in-thread.ts'
import { readToolInput, toToolHelp } from '../tool-words.ts'
import { toPrinted } from '../printed.ts'
import { saveResult } from '../save-result.ts'

/** Tools that are named to who asked for one that is not there. */
const MAX_MEANT = 3

export default defineCommand({
  async run(context) {
    const { words, config, print } = context
    const folders = [TOOLS_FOLDER, ...config.toolFolders]
    const [id, ...rest] = words
    if (id === undefined) {
      const tools = await loadTools(folders)
      await print(`${tools.map((tool) => `${tool.id.padEnd(18)} ${tool.title[config.lang]}`).join('\n')}\n`)
      return
    }
    // One tool loads in a fraction of the time that all of them take; only a route needs them all.
    const tool = id.startsWith('/') ? (await loadTools(folders)).find(({ route }) => route === id) : await findTool(id, folders)
    if (!tool) throw await toMissingTool(id, folders)
    if (splitWords(rest).options.includes('--help')) return print(`${toToolHelp(tool, config.lang)}\n`)
    await runHere(tool, rest, context)
  },
})

/** No tool of that id: those that are called so, since “md5” is known to more people than “hash”. */
async function toMissingTool(id: string, folders: readonly string[]): Promise<UsageError> {
  const { toCatalogueRow } = await import('@octet/tools/catalogue.ts') // spells pinyin, which no tool that is there waits for
  const found = searchTools((await loadTools(folders)).map(toCatalogueRow), id.replaceAll(/[/_-]+/g, ' ')).slice(0, MAX_MEANT)
  const toList = (lang: 'en' | 'zh') => found.map((tool) => `\n  octet tool ${tool.id.padEnd(18)} ${tool.title[lang]}`).join('')
  return new UsageError({
    en: `no tool “${id}”${found.length > 0 ? `; perhaps${toList('en')}` : ''}`,
    zh: `没有工具“${id}”${found.length > 0 ? `，可能是${toList('zh')}` : ''}`,
  })
}

async function runHere(tool: AnyTool, words: readonly string[], { config, stdin, print, remark }: CommandContext): Promise<void> {
  const { kept, path } = takeSave(words)
  const { options, texts } = splitWords(kept)
  const isJson = options.includes('--json')
  const isStream = options.includes('--stream')
  const input = await readToolInput(tool, [...options.filter((word) => word !== '--json' && word !== '--stream'), ...texts], () =>
    readPiped(stdin),
  )
  const abort = new AbortController()
  process.once('SIGINT', () => abort.abort())
  await using host = createLocalHost(config)
  const missing = await host.findMissing(tool.needs ?? [])
  const limit = missing.length === 0 ? findRunLimit(tool, input) : undefined
  const results = limit
    ? runLimited(limit)
    : missing.length === 0
      ? runTool(tool, input, await host.toHost(tool.needs ?? [], { signal: abort.signal }))
      : askServer()
  const toTold = createChanges(tool.output)
  let last: unknown
  for await (const value of results) {
    if (isStream) await print(`${JSON.stringify(await toPlain(toTold(value)))}\n`)
    last = value
  }
  if (path !== undefined) {
    const sizeBytes = await saveResult(tool, last, path)
    remark({ en: `saved: ${path} (${toSizeText(sizeBytes)})`, zh: `已保存：${path}（${toSizeText(sizeBytes)}）` }[config.lang])
  } else if (!isStream) await print(isJson ? `${JSON.stringify(await toPlain(last), null, 2)}\n` : await toPrinted(tool, last))

  /** A thread can be ended where a loop of the engine cannot. */
  async function* runLimited(limits: NonNullable<typeof limit>): AsyncGenerator<unknown> {
    const folders = [TOOLS_FOLDER, ...config.toolFolders]
    yield await runInThread({ id: tool.id, folders, input, lang: config.lang }, limits)
  }

  async function* askServer(): AsyncGenerator<unknown> {
    if (!config.server)
      throw new AppError('unavailable', {
        reason: {
          en: `this machine lacks ${missing.join(', ')}; run \`octet data build\`, or name a server in OCTET_SERVER`,
          zh: `本机缺少 ${missing.join('、')}；请运行 \`octet data build\`，或用 OCTET_SERVER 指定服务器`,
        },
      })
    const { connect } = await import('../connect.ts')
    remark({ en: `asking ${config.server}`, zh: `正在请求 ${config.server}` }[config.lang])
    yield await connect(config.server, config).tool(tool.id, input, { signal: abort.signal })
  }
}

/** Takes out `--save path`, unless it stands behind `--`. */
function takeSave(words: readonly string[]): { kept: readonly string[]; path?: string } {
  const { options } = splitWords(words)
  const at = options.findIndex((word) => /^--save(?:=|$)/.test(word))
  if (at < 0) return { kept: words }
  const [, written] = /^--save=(.*)$/s.exec(options[at]!) ?? []
  const path = written ?? options[at + 1]
  if (!path) throw new UsageError({ en: '--save wants the path of a file', zh: '--save 之后须为文件路径' })
  return { kept: words.toSpliced(at, written === undefined ? 2 : 1), path }
}

/** The words up to `--`, among which are options, and it with all behind it. */
function splitWords(words: readonly string[]): { options: readonly string[]; texts: readonly string[] } {
  const end = words.includes('--') ? words.indexOf('--') : words.length
  return { options: words.slice(0, end), texts: words.slice(end) }
}
