import type { Bytes } from '../../lib/bytes.ts'

/** What lies in a mail beside its words: a file with its name, or another mail. */
export type Attachment = { readonly bytes: Bytes; readonly name: string; readonly type: string }

/** How much of the beginning tells a mail. */
const HEAD_BYTES = 65_536
/** The line that begins each mail of a mailbox file (RFC 4155). */
const MBOX_LINE = /^From \S.*\d{4}/
const FIELD =
  /^(?:received|from|to|subject|date|message-id|delivered-to|return-path|mime-version|content-type|dkim-signature|x-[\w-]+|arc-[\w-]+|authentication-results):/i
const MIN_FIELDS = 3
/** Mails within mails that are looked into. */
const MAX_NESTING = 16

/** Whether bytes are a mail as it was sent (RFC 5322), or a file of mails (mbox). */
export function isMail(bytes: Bytes): boolean {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES)).trimStart()
  if (MBOX_LINE.test(head)) return true
  const lines = (/^[\s\S]*?(?=\r?\n\r?\n|$(?![\s\S]))/.exec(head)?.[0] ?? '').split(/\r?\n/)
  const isHeader = lines.every((line) => /^(?:[ \t]|[\w-]+:)/.test(line))
  return isHeader && lines.filter((line) => FIELD.test(line)).length >= MIN_FIELDS
}

/** The attachments of a mail, or of all mails of a file. */
export async function readAttachments(bytes: Bytes): Promise<Attachment[]> {
  const { default: PostalMime } = await import('postal-mime')
  const found: Attachment[] = []
  for (const mail of splitMails(bytes)) {
    const { attachments } = await PostalMime.parse(mail, { maxNestingDepth: MAX_NESTING, rfc822Attachments: true })
    for (const { content, filename, mimeType } of attachments)
      if (content instanceof ArrayBuffer) found.push({ bytes: new Uint8Array(content), name: filename ?? '', type: mimeType })
  }
  return found
}

/** The mails of a file: each begins behind a line `From …` that follows an empty one, and is one such file in itself. */
function splitMails(bytes: Bytes): Bytes[] {
  const text = new TextDecoder('latin1').decode(bytes)
  if (!MBOX_LINE.test(text)) return [bytes]
  // the year is looked for apart: in one expression a line without an end would be read again from each of its digits
  const lines = [...text.matchAll(/(?:^|(?<=\n\r?\n))From \S[^\n]*\n/g)].filter(([line]) => MBOX_LINE.test(line))
  const starts = lines.map(({ index, 0: line }) => ({ line: index, mail: index + line.length }))
  return starts.map(({ mail }, at) => bytes.subarray(mail, starts[at + 1]?.line ?? bytes.length))
}
