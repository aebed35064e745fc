import './env-file.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from 'node:events'
import { isAppError, toErrorMessage, toErrorResolution } from '@octet/core/errors.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { isMeant } from '@octet/tools/search/near-words.ts'
import type { Command, CommandContext } from './command.ts'
import { readCliConfig } from './config.ts'
import { findServerFault } from './server-fault.ts'
import { findUsageFault } from './usage-fault.ts'
import { readVersion } from './version.ts'

const COMMANDS = join(import.meta.dirname, 'commands')

/** The `octet` command. The folder `commands` is the list of what it can do. */
async function main(given: readonly string[]): Promise<number> {
  // `octet help lookup` is `octet lookup --help`.
  const [name = 'help', ...words] = given[0] === 'help' && given[1] !== undefined ? [given[1], '--help'] : given
  const config = readCliConfig()
  const names = (await readdir(COMMANDS))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -3))
    .sort()
  if (name === 'help' || name === '--help' || name === '-h') {
    console.log(await toHelp(names, config.lang))
    return 0
  }
  if (name === '--version' || name === '-V' || name === '-v' || name === 'version') {
    console.log(readVersion())
    return 0
  }
  if (!names.includes(name)) {
    const meant = names.filter((one) => isMeant(name.toLowerCase(), one))
    const words = meant.length
      ? { en: `no command “${name}”; perhaps ${meant.join(' or ')}`, zh: `没有命令“${name}”，可能是 ${meant.join(' 或 ')}` }
      : { en: `expected one of ${names.join(', ')}, got “${name}”`, zh: `应为 ${names.join('、')} 之一，收到“${name}”` }
    console.error(`octet: ${words[config.lang]}`)
    return 2
  }
  const command = await loadCommand(name)
  // Behind the id of a tool it asks for the options of that tool.
  if (words[0] === '-h' || words[0] === '--help' || (words.includes('--help') && name !== 'tool')) {
    console.log(toUsage(command, config.lang))
    return 0
  }
  const context: CommandContext = { words, config, stdin: process.stdin, print, remark: (text) => console.error(text) }
  try {
    return (await command.run(context)) ?? 0
  } catch (error) {
    const misuse = findUsageFault(error, config.lang)
    if (misuse !== undefined) {
      console.error(`octet ${name}: ${misuse}\n${toUsage(command, config.lang)}`)
      return 2
    }
    const fault = toDiskFault(error, config.lang) ?? findServerFault(error, config)
    if (fault !== undefined) {
      console.error(`octet ${name}: ${fault}`)
      return 1
    }
    if (!isAppError(error)) throw error
    // What to do about `unavailable` stands in a header of HTTP, which nobody sees here.
    const wayOut = error.key === 'unavailable' ? '' : `\n${toErrorResolution(error, config.lang)}`
    console.error(`octet ${name}: ${toErrorMessage(error, config.lang)}${wayOut}`)
    const { snippet } = error.details
    if (typeof snippet === 'string') console.error(snippet)
    return 1
  }
}

const DISK_FAULTS: Readonly<Record<string, Text>> = {
  ENOSPC: { en: 'the disk is full; what was there before is unchanged', zh: '磁盘已满，原有数据未受影响' },
  EDQUOT: { en: 'the disk quota is used up; what was there before is unchanged', zh: '磁盘配额已用尽，原有数据未受影响' },
  EROFS: { en: 'the disk can only be read', zh: '磁盘为只读' },
  ENOENT: { en: 'there is no such file', zh: '文件不存在' },
  EISDIR: { en: 'expected a file, got a folder', zh: '应为文件，而这是文件夹' },
  EACCES: { en: 'this user may not do that', zh: '当前用户没有权限' },
}

/** What the operator can mend, in a line; undefined for faults of ours. */
function toDiskFault(error: unknown, lang: 'zh' | 'en'): string | undefined {
  const { code = '', syscall, path } = error as NodeJS.ErrnoException
  const words = syscall === undefined || !Object.hasOwn(DISK_FAULTS, code) ? undefined : DISK_FAULTS[code]
  return words && `${words[lang]} (${[syscall, path].filter(Boolean).join(' ')})`
}

async function loadCommand(name: string): Promise<Command> {
  const module: { default: Command } = await import(`./commands/${name}.ts`)
  return module.default
}

async function toHelp(names: readonly string[], lang: 'zh' | 'en'): Promise<string> {
  const rows = await Promise.all(names.map(async (name) => `  ${name.padEnd(10)} ${(await loadCommand(name)).summary[lang]}`))
  return ['octet <command> …', '', ...rows, '', 'octet <command> --help'].join('\n')
}

function toUsage({ usage }: Command, lang: Lang): string {
  return usage.map((line) => `  ${typeof line === 'string' ? line : line[lang]}`).join('\n')
}

async function print(text: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
process.exitCode = await main(process.argv.slice(2))
