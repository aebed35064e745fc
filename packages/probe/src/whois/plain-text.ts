import { decodeForeign, type Origin } from './decode-foreign.ts'

/**
 * Foreign bytes as text that is safe to show, in whatever charset they are ({@link decodeForeign}); terminal sequences go,
 * other control characters become U+FFFD, lines end with `\n`.
 */
export const toPlainText = (bytes: Uint8Array, origin?: Origin): string => toSafeText(decodeForeign(bytes, origin))

/** The same of a text. */
export function toSafeText(text: string): string {
  return (
    text
      .replaceAll(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex -- ANSI escape sequences (ECMA-48 §5.4) are what is removed
      .replaceAll(/\u001b\[[0-?]*[ -/]*[@-~]/g, '')
      // oxlint-disable-next-line no-control-regex -- control and bidirectional characters are what is replaced
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\uFFFD')
  )
}
