import { readFileSync } from 'node:fs'

/** Most files of a group: enough to load their common modules seldom, few enough to spread over the processors at the end. */
const MOST = 10

/** What is changed for the whole process, or measured of it: a file with it in its text has a process of its own. */
const NEEDS_PROCESS =
  /\bmock\.|\bprocess\.(env\[|env\.|chdir|exit|on\(|once\(|memoryUsage|resourceUsage|cpuUsage)|\bglobalThis\.|\bgc\(/

/**
 * Test files that may run in one process, in their order: to load the modules of the product takes longer than most
 * files' tests. What is long, or changes the process, stays alone.
 *
 * @param mayShare Whether a file may be with others of its folder at the top (`packages/tools`, `apps/server`).
 */
export function groupTestFiles(
  files: readonly string[],
  {
    mayShare,
    read = (file) => readFileSync(file, 'utf8'),
  }: { mayShare: (file: string) => boolean; read?: (file: string) => string },
): string[][] {
  const groups: string[][] = []
  const open = new Map<string, string[]>()
  for (const file of files) {
    const folder = file.split('/').slice(0, 2).join('/')
    let group = mayShare(file) && !NEEDS_PROCESS.test(read(file)) ? open.get(folder) : []
    if (group === undefined) open.set(folder, (group = []))
    if (group.length === 0) groups.push(group)
    group.push(file)
    if (group.length === MOST) open.delete(folder)
  }
  return groups
}
