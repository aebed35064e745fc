import { randomUUID } from 'node:crypto'
import { closeSync, futimesSync, mkdirSync, openSync, readFileSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { isRunning, readPidSpace, readStart } from '@octet/data/is-alive.ts'

/** Process, when it began, and where its number counts; names of versions before this one have the first alone. */
const NAME = /^(\d+)(?:@(\d+)\.(\d+))?-\d+-[\w-]+\.slots$/
/** A file of another container that nobody has touched for so long is left over. */
const STALE_MS = 60_000
/** A lease's id (16 bytes) and how many of its units are used (a 64-bit float). */
const SLOT_BYTES = 24

/**
 * One number per lease, written before each answer: what kill -9 leaves behind, the next start counts. While it cannot be
 * written, as on a full disk, the meter goes on from memory, and only what a kill would then lose is at risk; `onFault` is
 * told, each time after it had been well.
 */
export class SlotFile {
  readonly #path: string
  readonly #onFault: (error: unknown) => void
  #file: number | undefined
  readonly #offsets = new Map<string, number>()
  readonly #free: number[] = []
  readonly #number = new Float64Array(1)
  #end = 0
  #isWell = true

  constructor(folder: string, onFault: (error: unknown) => void) {
    this.#path = join(folder, `${process.pid}@${readStart(process.pid)}.${readPidSpace()}-${threadId}-${randomUUID()}.slots`)
    this.#onFault = onFault
    this.#try(() => {
      mkdirSync(folder, { recursive: true })
      this.#open()
    })
  }

  #open(): number {
    return (this.#file = openSync(this.#path, 'wx', 0o600))
  }

  /** Writes how much of a lease is used; about a microsecond. */
  write(leaseId: string, used: number): void {
    this.#number[0] = used
    try {
      const offset = this.#offsets.get(leaseId) ?? this.#add(leaseId)
      writeSync(this.#file!, this.#number, 0, 8, offset + 16)
      this.#isWell = true
    } catch (error) {
      this.#noteFault(error)
    }
  }

  #add(leaseId: string): number {
    const file = this.#file ?? this.#open()
    const offset = this.#free.at(-1) ?? this.#end
    const slot = Buffer.alloc(SLOT_BYTES)
    slot.write(leaseId.replaceAll('-', ''), 'hex')
    writeSync(file, slot, 0, SLOT_BYTES, offset)
    if (offset === this.#end) this.#end += SLOT_BYTES
    else this.#free.pop()
    this.#offsets.set(leaseId, offset)
    return offset
  }

  /** Says that this program is there, for those of other containers on the same volume. Call it every few seconds. */
  touch(): void {
    const now = new Date()
    if (this.#file !== undefined) this.#try(() => futimesSync(this.#file!, now, now))
  }

  /** Forgets a lease that has been closed in the database. */
  drop(leaseId: string): void {
    const offset = this.#offsets.get(leaseId)
    if (offset === undefined) return
    this.#offsets.delete(leaseId)
    this.#free.push(offset)
    this.#try(() => writeSync(this.#file!, Buffer.alloc(SLOT_BYTES), 0, SLOT_BYTES, offset))
  }

  /** Closes the file, and removes it when every lease in it has been closed. */
  close(): void {
    if (this.#file === undefined) return
    closeSync(this.#file)
    if (this.#offsets.size === 0) rmSync(this.#path, { force: true })
  }

  #try(write: () => unknown): void {
    try {
      write()
      this.#isWell = true
    } catch (error) {
      this.#noteFault(error)
    }
  }

  #noteFault(error: unknown): void {
    if (this.#isWell) this.#onFault(error)
    this.#isWell = false
  }
}

/** What an ended program left: its file, and how much of each of its leases it used. */
export type Leftover = { readonly path: string; readonly leases: readonly { readonly id: string; readonly used: number }[] }

/** Files of programs that do not run any more, and of earlier threads of none. */
export function findLeftovers(folder: string): Leftover[] {
  mkdirSync(folder, { recursive: true })
  const here = readPidSpace()
  return readdirSync(folder).flatMap((name) => {
    const [, pid, start, place = here] = NAME.exec(name) ?? []
    const path = join(folder, name)
    if (pid === undefined || (place === here ? isHeld(Number(pid), start) : isTouched(path))) return []
    return [{ path, leases: parseSlots(readFileSync(path)) }]
  })
}

/** A container that takes the place of another may run beside it for a while. */
function isTouched(path: string): boolean {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < STALE_MS
}

/** A running program has it. One that says no start and has our number is not us: we say ours. */
function isHeld(pid: number, start: string | undefined): boolean {
  return (start !== undefined || pid !== process.pid) && isRunning(pid, start)
}

function parseSlots(bytes: Buffer): { id: string; used: number }[] {
  const leases: { id: string; used: number }[] = []
  for (let offset = 0; offset + SLOT_BYTES <= bytes.length; offset += SLOT_BYTES) {
    const hex = bytes.toString('hex', offset, offset + 16)
    const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    if (!/^0+$/.test(hex)) leases.push({ id, used: bytes.readDoubleLE(offset + 16) })
  }
  return leases
}
