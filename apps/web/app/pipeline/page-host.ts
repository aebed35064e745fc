import type { Envelope, Failure } from '@octet/core/envelope.ts'
import { AppError, ERRORS, type ErrorKey } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import { listNeeds } from '@octet/core/tool.ts'
import type { PipelineHost } from '@octet/tools/pipeline/pipeline.ts'
import { findTool } from '../catalogue.ts'
import { runStepHere } from '../worker/run-here.ts'
import { runThere } from '../worker/run-there.ts'
import { findMainInput, findStepOutput, type Cards } from './steps.ts'

/** Runs the steps of a pipeline: in the browser where the tool needs nothing, else on the server. */
export function createPageHost({ cards, lang, signal }: { cards: Cards; lang: Lang; signal: AbortSignal }): PipelineHost {
  return {
    signal,
    lang,
    findTool(id) {
      const card = cards[id]
      return card && { id, mainInput: findMainInput(card), mainOutput: findStepOutput(card) }
    },
    async run(id, input) {
      const card = cards[id] ?? findTool(id)
      const isHere = card !== undefined && listNeeds(card, input).length === 0
      const answer = await (isHere
        ? runStepHere(id, input, { lang, signal })
        : runThere(id, input, { signal, onValue: () => undefined }))
      if (answer.code !== 200) throw toError(answer as Envelope<Failure>)
      return answer.data
    },
  }
}

/** The error behind an envelope. One that is not in the table keeps its message. */
function toError({ msg, data }: Envelope<Failure>): AppError {
  const { error, resolution: _, ...details } = data ?? {}
  const key: ErrorKey = error !== undefined && Object.hasOwn(ERRORS, error) ? error : 'unavailable'
  return new AppError(key, { reason: msg, ...(details as Record<string, string | number>) })
}
