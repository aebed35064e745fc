import type { Text } from '@octet/core/text.ts'

/** Up to the first straight quote, behind which everything is as it was meant. */
const BEFORE_QUOTES = /^[^'"`]*/
const TURNED = /(?:^|[\s=])[“”‘’]|\s[–—](?=[a-z])/i

const NOTE: Text = {
  en: 'curly quotes and long dashes of a word processor were read as those of a shell',
  zh: '文字处理软件的弯引号与长横线已按命令行的引号与连字符读取',
}

/** A command with the quotes that word processors and chats turn, and dashes they join, as they were typed. */
export function straighten(command: string): { readonly text: string; readonly notes: readonly Text[] } {
  const [head = ''] = BEFORE_QUOTES.exec(command) ?? []
  if (!TURNED.test(head)) return { text: command, notes: [] }
  const text = command
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/(?<=\s)–(?=[a-z])/gi, '-')
    .replaceAll(/(?<=\s)—(?=[a-z])/gi, '--')
  return { text, notes: [NOTE] }
}
