/**
 * Foreign bytes as text that is safe to show: UTF-8 where valid, GB18030 or Latin-1 otherwise;
 * terminal sequences go, other control characters become U+FFFD, lines end with `\n`.
 */
export function toPlainText(bytes: Uint8Array): string {
  const decoded = decode(bytes)
  return (
    decoded
      .replaceAll(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex -- ANSI escape sequences (ECMA-48 §5.4) are what is removed
      .replaceAll(/\u001b\[[0-?]*[ -/]*[@-~]/g, '')
      // oxlint-disable-next-line no-control-regex -- control and bidirectional characters are what is replaced
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\uFFFD')
  )
}

function decode(bytes: Uint8Array): string {
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      continue // not in this encoding: the next one
    }
  }
  return new TextDecoder('latin1').decode(bytes)
}
