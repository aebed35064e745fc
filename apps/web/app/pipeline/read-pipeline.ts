import { AppError } from '@octet/core/errors.ts'
import { pipelineSchema, type Pipeline } from '@octet/tools/pipeline/pipeline.ts'
import { parseInput } from '@octet/tools/run.ts'

/** The pipeline in the text of a file. Throws `bad_input` with what is wrong first. */
export const readPipeline = (text: string): Pipeline => parseInput(pipelineSchema, readJson(text))

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const got = text.trim().slice(0, 40)
    throw new AppError('bad_input', { field: 'pipeline', expected: 'JSON', got: got || '""' }, { cause })
  }
}
