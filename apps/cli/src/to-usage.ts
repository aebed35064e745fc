import type { Lang } from '@octet/core/text.ts'
import type { CommandCard } from './command.ts'

/** How a command is called, a line each. */
export function toUsage({ usage }: CommandCard, lang: Lang): string {
  return usage.map((line) => `  ${typeof line === 'string' ? line : line[lang]}`).join('\n')
}
