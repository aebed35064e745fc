import { isIP, type Socket } from 'node:net'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { ConnectStep } from './connect.ts'

/** An address that was tried in vain, for so long; without an error it was still silent when the other one had answered. */
export type Missed = { readonly address: string; readonly ms: number; readonly error: Error | undefined }

/** Told when each part is done, and when that was. */
export type OnStep = (step: ConnectStep, address: string, atMs: number) => void

type Attempt = { readonly signal: AbortSignal; readonly timeoutMs: number; readonly onStep: OnStep }
type RaceOptions = {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs: number
  readonly onStep?: OnStep | undefined
  /** Told of the addresses that lost, once one has won. */
  readonly onMissed?: ((missed: readonly Missed[]) => void) | undefined
}

/** How long an address is waited for before the other one is tried beside it (RFC 8305 §5). */
const PATIENCE_MS = 250

/** The first address, and the first of the other family: a broken family is not to hide one that works. */
export function pickRacers(addresses: readonly string[]): string[] {
  const [first] = addresses
  const other = addresses.find((address) => isIP(address) !== isIP(first!))
  return other === undefined ? addresses.slice(0, 1) : [first!, other]
}

/**
 * Connects to the first of these addresses that lets it. The next one is tried when the one before has failed, when it has not
 * taken the connection within a quarter of a second, or when half of the time is up.
 */
export function raceTo(
  addresses: readonly string[],
  { signal, timeoutMs, onStep, onMissed }: RaceOptions,
  connect: (address: string, attempt: Attempt) => Promise<Socket>,
): Promise<Socket> {
  const started = performance.now()
  const ended = new AbortController()
  const attempts: Runner[] = []
  return new Promise<Socket>((resolve, reject) => {
    const timers = [setTimeout(() => begin(), timeoutMs / 2)]
    const end = () => {
      for (const timer of timers) clearTimeout(timer)
      ended.abort()
    }
    const lose = (runner: Runner, error: Error) => {
      runner.error = error
      runner.ms = performance.now() - runner.startedMs
      if (ended.signal.aborted) return
      if (signal?.aborted || (isAppError(error) && error.key === 'refused_target')) {
        end()
        return reject(error)
      }
      begin()
      if (attempts.some((one) => one.error === undefined)) return
      end()
      reject(pickFailure(attempts.map((one) => one.error!)))
    }
    const win = (runner: Runner, socket: Socket) => {
      if (ended.signal.aborted) return void socket.destroy()
      end()
      if (attempts.length > 1) for (const [step, atMs] of runner.steps) onStep?.(step, runner.address, atMs)
      onMissed?.(attempts.filter((one) => one !== runner).map(toMissed))
      resolve(socket)
    }
    function begin(): void {
      const address = addresses[attempts.length]
      if (address === undefined || ended.signal.aborted) return
      const runner: Runner = { address, startedMs: performance.now(), steps: [], error: undefined, ms: undefined }
      attempts.push(runner)
      timers.push(setTimeout(() => runner.steps.length === 0 && begin(), PATIENCE_MS))
      connect(address, {
        signal: signal ? AbortSignal.any([signal, ended.signal]) : ended.signal,
        timeoutMs: Math.max(1, timeoutMs - (performance.now() - started)),
        onStep: (step, _, atMs) => {
          runner.steps.push([step, atMs])
          onStep?.(step, address, atMs)
        },
      }).then(
        (socket) => win(runner, socket),
        (error: Error) => lose(runner, error),
      )
    }
    if (signal?.aborted) {
      end()
      return reject(new AppError('cancelled'))
    }
    begin()
  })
}

type Runner = {
  readonly address: string
  readonly startedMs: number
  readonly steps: [step: ConnectStep, atMs: number][]
  error: Error | undefined
  ms: number | undefined
}

const toMissed = ({ address, startedMs, error, ms }: Runner): Missed => ({
  address,
  ms: Math.round(ms ?? performance.now() - startedMs),
  error,
})

/** What was said last, but for an address that this machine cannot send to. */
function pickFailure(errors: readonly Error[]): Error {
  return errors.findLast((error) => !isWithoutRoute(error)) ?? errors[0]!
}

/** Whether this machine cannot send to the address at all, as without IPv6: that says nothing about the target. */
export function isWithoutRoute(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ENETUNREACH|EADDRNOTAVAIL)$/.test(String(error.code))
}
