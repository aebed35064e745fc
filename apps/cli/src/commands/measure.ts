import type { Measurement } from '@octet/core/probe/measurement.ts'
import { AppError } from '@octet/core/errors.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connect.ts'
import { getServer } from '../get-server.ts'
import { LiveScreen } from '../live-screen.ts'
import { printHistory } from '../measure-history.ts'
import { hasAnswer, toEndLines, toLiveLines } from '../measure-lines.ts'
import { readMeasureWords } from '../measure-words.ts'

export default defineCommand({
  async run(context) {
    const { words, config, print, remark } = context
    if (words[0] === 'history') return printHistory({ ...context, words: words.slice(1) })
    const { id: given, input, isJson, isStream } = readMeasureWords(words)
    const server = getServer(config)
    const { lang } = config
    const client = connect(server, config)
    const abort = new AbortController()
    const stop = (): void => abort.abort()
    process.once('SIGINT', stop)
    const told = new Set<number>()
    let state: Measurement | undefined
    try {
      using screen = new LiveScreen(process.stderr)
      const id = given ?? (await client.measure(input, { signal: abort.signal })).id
      for await (state of client.watchMeasurement(id, { signal: abort.signal }))
        if (isStream) await print(toNewAnswers(state, told))
        else screen.draw(toLiveLines(state, { lang, width: screen.columns }))
    } catch (error) {
      if (!abort.signal.aborted) throw error
    } finally {
      process.removeListener('SIGINT', stop)
    }
    if (state && isJson) await print(`${JSON.stringify(state)}\n`)
    else if (state && !isStream) {
      const width = process.stdout.isTTY ? process.stdout.columns || 80 : Infinity
      await print(`${toEndLines(state, { lang, width }).join('\n')}\n`)
      remark(`${server.replace(/\/+$/, '')}${lang === 'zh' ? '/zh' : ''}/measurements/${state.id}`)
    }
    // A shell that runs a script has to see that it was interrupted; what the points do cannot be called back.
    if (abort.signal.aborted) process.kill(process.pid, 'SIGINT')
    else if (state && !hasAnswer(state)) throw new AppError('target_failed', { reason: NO_ANSWER })
  },
})

const NO_ANSWER = { en: 'no point has got an answer', zh: '没有任何监测点得到应答' }

/** A line of JSON for each row that has ended since the last time. */
function toNewAnswers({ results }: Measurement, told: Set<number>): string {
  const fresh = [...results.entries()].filter(([at, { result }]) => result.status !== 'in-progress' && !told.has(at))
  for (const [at] of fresh) told.add(at)
  return fresh.map(([, row]) => `${JSON.stringify(row)}\n`).join('')
}
