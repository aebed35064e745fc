import { readFileSync } from 'node:fs'

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
