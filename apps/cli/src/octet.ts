import './env-file.ts'
import { once } from 'node:events'
import type { Lang } from '@octet/core/text.ts'
import type { CommandContext } from './command.ts'
import { listCommands, loadCard, loadCommand } from './commands.ts'
import { readCliConfig } from './config.ts'
import { toUsage } from './to-usage.ts'

/** The `octet` command. It loads the command it is asked for, and of the others not more than is asked. */
async function main(given: readonly string[]): Promise<number> {
  // `octet help lookup` is `octet lookup --help`.
  const [name = 'help', ...words] = given[0] === 'help' && given[1] !== undefined ? [given[1], '--help'] : given
  if (name === '--version' || name === '-V' || name === '-v' || name === 'version') {
    const { readVersion } = await import('./version.ts')
    console.log(readVersion())
    return 0
  }
  const config = readCliConfig()
  const names = listCommands()
  if (name === 'help' || name === '--help' || name === '-h') {
    console.log(await toHelp(names, config.lang))
    return 0
  }
  if (!names.includes(name)) {
    console.error(`octet: ${await toMissing(name, names, config.lang)}`)
    return 2
  }
  // Behind the id of a tool it asks for the options of that tool.
  if (words[0] === '-h' || words[0] === '--help' || (words.includes('--help') && name !== 'tool')) {
    console.log(toUsage(await loadCard(name), config.lang))
    return 0
  }
  const context: CommandContext = { words, config, stdin: process.stdin, print, remark: (text) => console.error(text) }
  const command = await loadCommand(name)
  try {
    return (await command.run(context)) ?? 0
  } catch (error) {
    const { tellFault } = await import('./tell-fault.ts')
    return tellFault(error, name, config)
  }
}

async function toHelp(names: readonly string[], lang: Lang): Promise<string> {
  const rows = await Promise.all(names.map(async (name) => `  ${name.padEnd(10)} ${(await loadCard(name)).summary[lang]}`))
  return ['octet <command> …', '', ...rows, '', 'octet <command> --help'].join('\n')
}

async function toMissing(name: string, names: readonly string[], lang: Lang): Promise<string> {
  const { isMeant } = await import('@octet/tools/search/near-words.ts')
  const meant = names.filter((one) => isMeant(name.toLowerCase(), one))
  const words = meant.length
    ? { en: `no command “${name}”; perhaps ${meant.join(' or ')}`, zh: `没有命令“${name}”，可能是 ${meant.join(' 或 ')}` }
    : { en: `expected one of ${names.join(', ')}, got “${name}”`, zh: `应为 ${names.join('、')} 之一，收到“${name}”` }
  return words[lang]
}

async function print(text: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
process.exitCode = await main(process.argv.slice(2))
