import { dirname } from 'node:path'

/**
 * What is changed for the whole process, or measured of it: a file with one of them in its text has a process of its own. What
 * the context of a test mocks is back when the test ends; timers are not among it, for those that others start meanwhile
 * would be lost.
 */
const NEEDS_PROCESS = new RegExp(
  [
    String.raw`\{[^}]*\bmock\b[^}]*\} from 'node:test'`,
    String.raw`\btest\.mock\.`,
    String.raw`\btimers\.enable\([^)]*'set`,
    String.raw`\bprocess\.(chdir|exit|on\(|once\(|memoryUsage|resourceUsage|cpuUsage)`,
    String.raw`\bprocess\.env(\.\w+|\[[^\]]+\]) *[?|]*= `,
    String.raw`\bdefineProperty\((crypto|globalThis)\b`,
    String.raw`\bglobalThis\.`,
    String.raw`\bgc\(`,
    String.raw`\bsyncBuiltinESMExports\(`,
  ].join('|'),
)

type GroupOptions = {
  /** How many files may share the process of a file, with others of its package for which it is the same number. */
  readonly atMost: (file: string) => number
  readonly read: (file: string) => string
}

/**
 * Test files that may run in one process, in their order: to load the modules of the product takes longer than most
 * files' tests. What changes its process stays alone.
 */
export function groupTestFiles(files: readonly string[], { atMost, read }: GroupOptions): string[][] {
  const groups: string[][] = []
  const open = new Map<string, string[]>()
  for (const file of files) {
    const most = NEEDS_PROCESS.test(read(file)) ? 1 : atMost(file)
    const kind = `${dirname(file).split('/', 2).join('/')} ${most}`
    let group = open.get(kind)
    if (!group) {
      groups.push((group = []))
      open.set(kind, group)
    }
    group.push(file)
    if (group.length >= most) open.delete(kind)
  }
  return groups
}
