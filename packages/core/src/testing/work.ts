import { threadCpuUsage } from 'node:process'

/**
 * Milliseconds of a processor that this thread has worked so far, for tests of how much work something is: beside other
 * programs that take the processor it is the same, while the clock goes on.
 */
export function readWorkMs(): number {
  const { user, system } = threadCpuUsage()
  return (user + system) / 1_000
}
