import { parentPort } from 'node:worker_threads'
import { isAppError } from '@octet/core/errors.ts'
import { loadTools } from '../registry.ts'
import { answerTool } from '../run.ts'
import { createTestHost } from '../testing/host.ts'
import { findTextCases } from './cases.ts'
import { SHAPES } from './shapes.ts'

/** One run of a case on a shape; the answer is its CPU time, or the error it was refused with. */
export type GrowthJob = { readonly tool: string; readonly at: number; readonly shape: number; readonly size: number }
export type GrowthAnswer = { readonly ms: number; readonly refused?: string }

const tools = new Map((await loadTools()).map((tool) => [tool.id, tool]))
const cases = new Map([...tools].map(([id, tool]) => [id, findTextCases(tool)]))

async function work({ tool: id, at, shape, size }: GrowthJob): Promise<GrowthAnswer> {
  const { input, fields, ordinary } = cases.get(id)![at]!
  const text = SHAPES[shape]!.make(size, ordinary)
  // A second text is another one, or a comparison would see at once that nothing is to do.
  const texts = [text, `${text.slice(1)}x`]
  const filled = { ...input, ...Object.fromEntries(fields.map((field, index) => [field, texts[index]])) }
  const before = process.threadCpuUsage()
  const refused = await answer(id, filled)
  const { user, system } = process.threadCpuUsage(before)
  return { ms: (user + system) / 1000, ...(refused && { refused }) }
}

async function answer(id: string, input: object): Promise<string | undefined> {
  try {
    await answerTool(tools.get(id)!, input, createTestHost())
    return undefined
  } catch (error) {
    return isAppError(error) ? error.key : String(error)
  }
}

parentPort?.on('message', (job: GrowthJob) => void work(job).then((done) => parentPort?.postMessage(done)))
