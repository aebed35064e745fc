import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 50
/** Who began before its parent ended belongs to nobody afterwards, and so is remembered from then on. */
const NOTE_MS = 1000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * On a signal all programs that this one has started end as well, also those that theirs have started, and then it ends
 * itself as by that signal. `before` is called first, so that nothing new is begun; `after` may put away what is left.
 */
export function endWithDescendants({ before, after }: { before: () => void; after: () => Promise<void> }): void {
  const family = new Family()
  setInterval(() => family.note(), NOTE_MS).unref()
  let isEnding = false
  for (const signal of SIGNALS)
    process.on(signal, async () => {
      if (isEnding) return
      isEnding = true
      family.note()
      before()
      await Promise.allSettled([family.end(), after()])
      process.exit(128 + constants.signals[signal])
    })
}

/** The programs that this one has started, and theirs. */
export class Family {
  #known: readonly Process[] = []

  /** Remembers who runs. */
  note(): void {
    const rows = listProcesses()
    const still = rows.filter((row) => this.#known.some((one) => one.pid === row.pid && one.start === row.start))
    this.#known = findDescendants(rows, [process.pid, ...still.map(({ pid }) => pid)])
  }

  /** Ends them: by SIGTERM, and who has not ended after a while by SIGKILL. */
  async end({ graceMs = 3000 } = {}): Promise<void> {
    const asked = new Set<number>()
    const started = performance.now()
    for (;;) {
      this.note()
      if (this.#known.length === 0) return
      const isLate = performance.now() - started > graceMs
      for (const { pid } of this.#known) if (isLate || !asked.has(pid)) send(pid, isLate ? 'SIGKILL' : 'SIGTERM')
      for (const { pid } of this.#known) asked.add(pid)
      await sleep(LOOK_MS)
    }
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it has ended meanwhile
  }
}

/** Programs that run of those asked for, and all that they have started; without this program itself. */
export const listDescendants = (roots: readonly number[]): number[] =>
  findDescendants(listProcesses(), roots).map(({ pid }) => pid)

function findDescendants(rows: readonly Process[], roots: readonly number[]): Process[] {
  const found = new Set(roots)
  for (let size = 0; size < found.size;) {
    size = found.size
    for (const { pid, parent } of rows) if (found.has(parent)) found.add(pid)
  }
  return rows.filter(({ pid }) => found.has(pid) && pid !== process.pid)
}

/** `start` tells it from another one that has got its number later. */
type Process = { readonly pid: number; readonly parent: number; readonly start: string }
/** Of what stands behind the name in a line of proc_pid_stat(5). */
const START = 19

/**
 * All that run on this machine; those that have ended and are not yet taken note of (zombies) do not. On Windows nobody: there
 * each test file ends with the pipe to it.
 */
function listProcesses(): Process[] {
  if (process.platform === 'win32') return []
  if (!existsSync('/proc/self/stat')) return listByProgram()
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      const [state, parent] = fields
      return state === 'Z' || state === 'X' ? [] : [{ pid: Number(name), parent: Number(parent), start: fields[START]! }]
    } catch {
      return [] // it has ended meanwhile
    }
  })
}

function listByProgram(): Process[] {
  const { stdout, pid: own } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,state=,lstart='], { encoding: 'utf8' })
  return stdout
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [pid, parent, state = '', ...start] = line.trim().split(/\s+/)
      const isGone = state.startsWith('Z') || Number(pid) === own
      return isGone ? [] : [{ pid: Number(pid), parent: Number(parent), start: start.join(' ') }]
    })
}
