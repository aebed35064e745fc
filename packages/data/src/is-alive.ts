import { readFileSync, readlinkSync } from 'node:fs'

/** Whether a process of this machine runs, be it another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Ticks from the start of the machine to that of the process (proc_pid_stat, field 22); 0 where nobody says. A number
 * alone says little: in a container that is started again another process, or one of its threads, has it.
 */
export function readStart(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '0'
  } catch {
    return '0'
  }
}

/** Whether the process that had a number when it began then, if that is known, still runs. */
export const isRunning = (pid: number, start?: string): boolean =>
  pid > 0 && isAlive(pid) && (start === undefined || start === readStart(pid))

/** Number of the space in which numbers of processes mean the same, each container's own; 0 where nobody says. */
export function readPidSpace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0'
  } catch {
    return '0'
  }
}
