import { proxy, wrap, type Remote } from 'comlink'
import type { Envelope } from '@octet/core/envelope.ts'
import type { Lang } from '@octet/core/text.ts'
import { toOwnFailure } from '../api/call.ts'
import type { Guess, OnLimit, ToolWorker } from './messages.ts'
import { toOwnScript } from './own-script.ts'
// oxlint-disable-next-line import/default -- the bundler makes it: the address of the built worker
import workerUrl from './tool-worker.ts?worker&url'

type Running = { readonly worker: Worker; readonly remote: Remote<ToolWorker> }

/** Who works: runs of one role share a worker, and a cancelled run takes it with it. */
type Role = 'tools' | 'files' | 'kinds'

export type RunOptions = {
  readonly lang: Lang
  readonly signal: AbortSignal
  readonly onValue: (value: unknown) => void
  readonly role?: Role
}

const workers = new Map<Role, Running>()

/** Workers of their own, so that a long run of a tool or a file does not hold up the look at a pasted text. */
function getWorker(role: Role): Running {
  const known = workers.get(role)
  if (known) return known
  const worker = new Worker(toOwnScript(workerUrl), { type: 'module', name: role })
  const running = { worker, remote: wrap<ToolWorker>(worker) }
  workers.set(role, running)
  // One whose script did not arrive answers nobody: the next run starts another.
  worker.addEventListener('error', () => workers.get(role) === running && workers.delete(role))
  return running
}

/** Starts the worker before it is wanted. */
export const warmUp = (): void => void getWorker('tools')

/** Runs a tool in the browser. */
export const runHere = (
  id: string,
  input: unknown,
  { lang, signal, onValue, role = 'tools' }: RunOptions,
): Promise<Envelope<unknown>> =>
  askWorker({ role, signal }, (remote, onLimit) => remote.run(id, input, lang, proxy(onValue), onLimit))

/** Runs a step of a pipeline in the browser. */
export const runStepHere = (
  id: string,
  input: Readonly<Record<string, unknown>>,
  { lang, signal }: Pick<RunOptions, 'lang' | 'signal'>,
): Promise<Envelope<unknown>> =>
  askWorker({ role: 'tools', signal }, (remote, onLimit) => remote.runStep(id, input, lang, onLimit))

/**
 * A run that is cancelled or takes too long takes its worker with it: only so can a busy loop be stopped. Code that did not
 * arrive is asked for once more, by another worker: to load the page anew, as is done then, loses a file that was dropped.
 */
function askWorker(
  { role, signal }: { role: Role; signal: AbortSignal },
  ask: (remote: Remote<ToolWorker>, onLimit: OnLimit) => Promise<Envelope<unknown>>,
  missed?: Envelope<unknown>,
): Promise<Envelope<unknown>> {
  const { worker, remote } = getWorker(role)
  const settled = new AbortController()
  return new Promise<Envelope<unknown>>((resolve) => {
    const end = (answer: Envelope<unknown> | (() => Promise<Envelope<unknown>>)) => {
      worker.terminate()
      if (workers.get(role)?.worker === worker) workers.delete(role)
      settled.abort()
      resolve(typeof answer === 'function' ? answer() : answer)
    }
    const stop = (error: unknown) => end(toOwnFailure(error))
    const miss = (answer: Envelope<unknown>) => {
      if (!missed) return end(() => askWorker({ role, signal }, ask, answer))
      tellMissing()
      end(missed)
    }
    const onLimit: OnLimit = (limitMs, answer) => setTimeout(() => settled.signal.aborted || end(answer), limitMs)
    signal.addEventListener('abort', () => stop(signal.reason), { once: true, signal: settled.signal })
    // A script that does not arrive says nothing; one that fails says what.
    const onError = (event: Event) => (event instanceof ErrorEvent ? stop(event) : miss(toOwnFailure(event)))
    worker.addEventListener('error', onError, { once: true, signal: settled.signal })
    // No tool that runs here waits for a server: what is not to be had is its code.
    const onAnswer = (answer: Envelope<unknown>) => (Object(answer.data).error === 'unavailable' ? miss(answer) : resolve(answer))
    ask(remote, proxy(onLimit)).then(onAnswer, stop)
  }).finally(() => settled.abort())
}

/** Tells the page as of a chunk of its own. */
const tellMissing = () => dispatchEvent(new Event('vite:preloadError', { cancelable: true }))

/** Kinds of a pasted text, the surest first. */
export const detectKinds = (text: string): Promise<Guess[]> => getWorker('kinds').remote.detect(text)
