/**
 * Foreign bytes as text that is safe to show: UTF-8 or ISO-2022-JP where valid, GB18030 or Latin-1 otherwise;
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

// oxlint-disable-next-line no-control-regex -- an escape sequence begins each run of Japanese (RFC 1468)
const JAPANESE = /\u001b\$[@B]/

function decode(bytes: Uint8Array): string {
  const latin = Buffer.from(bytes).toString('latin1')
  const likely = [...(JAPANESE.test(latin) ? ['iso-2022-jp'] : []), 'utf-8', ...(hasChinesePairs(latin) ? ['gb18030'] : [])]
  for (const encoding of likely) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      continue // not in this encoding: the next one
    }
  }
  return new TextDecoder('latin1').decode(bytes)
}

/** GB18030 can read nearly any Latin-1, but Chinese has its high bytes in pairs, “Zürich” has them alone. */
function hasChinesePairs(latin: string): boolean {
  const found = [...latin.matchAll(/[\u0081-\u00fe](?:([\u0080-\u00fe])|[@-~])/g)]
  const pairs = found.filter(([, second]) => second !== undefined).length
  return pairs > 0 && pairs >= found.length - pairs
}
