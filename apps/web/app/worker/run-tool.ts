import type { Envelope } from '@octet/core/envelope.ts'
import { toOwnFailure } from '../api/call.ts'
import { arrived } from '../arrived.ts'
import type { RunOptions } from './run-here.ts'

/** Runs a tool in the browser or on the server. The code for either comes with the first run. Never throws. */
export async function runTool(
  place: 'here' | 'there',
  id: string,
  input: unknown,
  options: RunOptions,
): Promise<Envelope<unknown>> {
  try {
    const run = place === 'here' ? (await importHere()).runHere : (await arrived(import('./run-there.ts'))).runThere
    options.signal.throwIfAborted()
    return await run(id, input, options)
  } catch (error) {
    return toOwnFailure(error)
  }
}

const importHere = () => arrived(import('./run-here.ts'))

/** Starts the worker before it is wanted. Off line the first run tells what is missing. */
export const warmUp = (): Promise<void> =>
  importHere().then(
    ({ warmUp }) => warmUp(),
    () => {},
  )
