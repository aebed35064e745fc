import { isAppError, toErrorMessage, toErrorResolution } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { loadCard } from './commands.ts'
import type { CliConfig } from './config.ts'
import { findServerFault } from './server-fault.ts'
import { toUsage } from './to-usage.ts'
import { findUsageFault } from './usage-fault.ts'

/** Says on stderr why a command could not be carried out; gives its exit code. Throws the error where the fault is ours. */
export async function tellFault(error: unknown, name: string, config: CliConfig): Promise<number> {
  const { lang } = config
  const misuse = findUsageFault(error, lang)
  if (misuse !== undefined) {
    console.error(`octet ${name}: ${misuse}\n${toUsage(await loadCard(name), lang)}`)
    return 2
  }
  const fault = toDiskFault(error, lang) ?? toDataFault(error, lang) ?? findServerFault(error, config)
  if (fault !== undefined) {
    console.error(`octet ${name}: ${fault}`)
    return 1
  }
  if (!isAppError(error)) throw error
  // What to do about `unavailable` stands in a header of HTTP, which nobody sees here.
  const wayOut = error.key === 'unavailable' ? '' : `\n${toErrorResolution(error, lang)}`
  console.error(`octet ${name}: ${toErrorMessage(error, lang)}${wayOut}`)
  const { snippet } = error.details
  if (typeof snippet === 'string') console.error(snippet)
  return 1
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

/** Address data that is damaged, and so is the build before, or there is none. By its name: to load its class takes longer. */
function toDataFault(error: unknown, lang: 'zh' | 'en'): string | undefined {
  if (!(error instanceof Error) || error.name !== 'DamagedFileError') return undefined
  return `${error.message}\n${{ en: 'octet data build makes it anew', zh: '可用 octet data build 重新构建' }[lang]}`
}
