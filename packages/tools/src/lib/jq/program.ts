import { toTimeCalls, type WasmCalls } from './time-calls.ts'

/** The program wanted more memory than there is for it. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError'
}

/** The program stopped at a check of its own: it was asked for what it is not made for. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError'
}

/** Bytes a program may use. */
const MAX_MEMORY = 512 * 2 ** 20

type WasmImports = Record<string, WasmCalls>
type Program = { callMain(words: string[]): number }

/** What a run of the program wrote. */
export type JqAnswer = { readonly status: number; readonly out: string; readonly err: string }

/**
 * The names under which jq-wasm 1.1.0 imports the calls that move bytes. Its own streams copy all that is left
 * for every byte, so that 200 kB take seconds; these take a buffer at a time. A test of 2 MB notices other names.
 */
const READ = 'g'
const WRITE = 'd'
/** The calls that ask for a larger memory and that give up without it: a program can ask for ever. */
const GROW = 'k'
const ABORT = 'D'

/** The call of a check in the program that did not hold. */
const ASSERT = 'a'

/** Standard input, output and error of one run, in the memory of the program (WASI preview 1, fd_read and fd_write). */
class Pipes {
  readonly #input: Uint8Array
  readonly #written: Readonly<Record<number, Uint8Array[]>> = { 1: [], 2: [] }
  #memory: WebAssembly.Memory | undefined
  #at = 0

  constructor(text: string) {
    this.#input = new TextEncoder().encode(text)
  }

  connect(exports: WebAssembly.Exports): void {
    this.#memory = Object.values(exports).find((value) => value instanceof WebAssembly.Memory)
  }

  wrap(imports: WasmImports): WasmImports {
    const { a: calls = {} } = imports
    const [read, write, grow] = [calls[READ], calls[WRITE], calls[GROW]]
    return {
      ...imports,
      a: {
        ...calls,
        ...toTimeCalls(calls, () => this.#memory!),
        [READ]: (fd = 0, ...rest) => (fd === 0 ? this.#move(rest, (room) => this.#take(room)) : read?.(fd, ...rest)),
        [ABORT]: () => {
          throw new OutOfMemoryError()
        },
        [ASSERT]: () => {
          throw new AssertionError()
        },
        [GROW]: (sizeBytes = 0) => (sizeBytes >>> 0 > MAX_MEMORY ? 0 : grow?.(sizeBytes)),
        [WRITE]: (fd = 0, ...rest) => {
          const written = this.#written[fd]
          return written ? this.#move(rest, (bytes) => written.push(bytes.slice()) && bytes.length) : write?.(fd, ...rest)
        },
      },
    }
  }

  read(fd: 1 | 2): string {
    return new TextDecoder().decode(new Uint8Array(join(this.#written[fd] ?? [])))
  }

  /** Handles every piece of an iovec and says how many bytes were moved. */
  #move([list = 0, count = 0, sum = 0]: number[], handle: (piece: Uint8Array) => number): number {
    const view = new DataView(this.#memory!.buffer)
    let moved = 0
    for (let at = list; at < list + count * 8; at += 8)
      moved += handle(new Uint8Array(view.buffer, view.getUint32(at, true), view.getUint32(at + 4, true)))
    view.setUint32(sum, moved, true)
    return 0
  }

  #take(room: Uint8Array): number {
    const part = this.#input.subarray(this.#at, this.#at + room.length)
    room.set(part)
    this.#at += part.length
    return part.length
  }
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Runs the command line of jq 1.8.1 (jqlang.org) on a text, each time in a program of its own. */
export async function runProgram(words: readonly string[], text: string): Promise<JqAnswer> {
  const pipes = new Pipes(text)
  const program = await start(pipes)
  const process = (globalThis as { process?: { exitCode?: unknown } }).process
  const exitCode = process?.exitCode
  try {
    const status = program.callMain(['-M', ...words])
    return { status, out: pipes.read(1), err: pipes.read(2) }
  } finally {
    // Under Node the program sets the status of the whole process.
    if (process) process.exitCode = exitCode
  }
}

let turn: Promise<unknown> = Promise.resolve()

/** One start at a time, since it borrows the function that all WebAssembly starts with. */
function start(pipes: Pipes): Promise<Program> {
  const started = turn.then(() => startNow(pipes))
  turn = started.catch(() => {})
  return started
}

/** The package hands neither its code nor its imports out; where it starts they can be had. */
async function startNow(pipes: Pipes): Promise<Program> {
  const { default: createJq } = await import('jq-wasm/dist/build/jq.js')
  const instantiate = WebAssembly.instantiate
  const borrowed = async (code: BufferSource, imports: WasmImports) => {
    const made = await instantiate(code, pipes.wrap(imports))
    pipes.connect(made.instance.exports)
    return made
  }
  try {
    WebAssembly.instantiate = borrowed as unknown as typeof WebAssembly.instantiate
    return await createJq({ thisProgram: 'jq' })
  } finally {
    WebAssembly.instantiate = instantiate
  }
}
