import { expose } from 'comlink'
import { toEnvelope, toFailure } from '@octet/core/envelope.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import type { Lang } from '@octet/core/text.ts'
import type { AnyTool } from '@octet/core/tool.ts'
import { coerceToolInput } from '@octet/tools/coerce.ts'
import { detectKinds } from '@octet/tools/detect-kinds.ts'
import { answerTool, findRunLimit, runTool } from '@octet/tools/run.ts'
import toolModules from 'virtual:octet/tool-modules'
import type { OnLimit, ToolWorker } from './messages.ts'

const worker: ToolWorker = {
  async run(id, input, lang, onValue, onLimit) {
    try {
      const tool = await loadTool(id)
      tellLimit(tool, input, { lang, onLimit })
      let answer: unknown
      let count = 0
      for await (const value of runTool(tool, input, createHost(lang))) {
        if (count++ > 0) onValue(answer)
        answer = value
      }
      return toEnvelope(answer)
    } catch (error) {
      return toFailureOf(error, lang)
    }
  },
  async runStep(id, input, lang, onLimit) {
    try {
      const tool = await loadTool(id)
      const coerced = coerceToolInput(tool, input)
      tellLimit(tool, coerced, { lang, onLimit })
      return toEnvelope(await answerTool(tool, coerced, createHost(lang)))
    } catch (error) {
      return toFailureOf(error, lang)
    }
  },
  async detect(text) {
    const { default: kinds } = await import('virtual:octet/kinds')
    return detectKinds(kinds, text).map(({ kind: { id, title, first }, score, note, text: plain, fields }) => {
      return { kind: id, title, score, note, first, ...(plain !== undefined && { text: plain }), ...(fields && { fields }) }
    })
  },
}

/** The page has the clock: this thread may be busy for ever. */
function tellLimit(tool: AnyTool, input: unknown, { lang, onLimit }: { lang: Lang; onLimit: OnLimit }): void {
  const limit = findRunLimit(tool, input)
  if (limit) onLimit(limit.limitMs, toFailure(limit.error, lang))
}

async function loadTool(id: string) {
  const load = toolModules[id]
  if (!load) throw new AppError('not_found', { path: id })
  try {
    return (await load()).default
  } catch (cause) {
    // Off line, or a newer build has taken the place of this one.
    throw new AppError('unavailable', { reason: String(cause) }, { cause })
  }
}

/** No tool that runs here waits for a server: what is not to be had is its code, and whoever waits for it writes no program. */
const NO_CODE = {
  msg: { en: 'The code of this tool did not arrive', zh: '未能加载此工具的程序' },
  resolution: { en: 'Check the connection and try again.', zh: '请检查网络连接后重试。' },
} as const

/** A known error is an answer. Anything else is a bug: its text helps whoever reports it, and nothing leaves the browser. */
function toFailureOf(error: unknown, lang: Lang) {
  if (isAppError(error) && error.key === 'unavailable')
    return { code: 503, msg: NO_CODE.msg[lang], data: { error: error.key, resolution: NO_CODE.resolution[lang] } }
  if (isAppError(error)) return toFailure(error, lang)
  console.error(error)
  return toFailure(
    new AppError('unsupported_value', { got: '…', reason: error instanceof Error ? error.message : String(error) }),
    lang,
  )
}

/** What a tool gets in the browser. A run is stopped by ending the worker, so the signal never fires. */
function createHost(lang: Lang): Host {
  return {
    signal: new AbortController().signal,
    lang,
    now: () => new Date(),
    random: (sizeBytes) => {
      const bytes = new Uint8Array(sizeBytes)
      for (let at = 0; at < sizeBytes; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
      return bytes
    },
  }
}

expose(worker)
