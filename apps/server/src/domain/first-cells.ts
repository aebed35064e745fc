const NEW_LINE = 10
const QUOTE = 34
const COMMA = 44
const SEMICOLON = 59
const TAB = 9
const SPECIAL = [QUOTE, COMMA, SEMICOLON, TAB]

/**
 * The first cell of every line, without quotes, as {@link readLines} has it, byte by byte: for readers of plain lines that are
 * fast because they are no more than that. Text without cells is handed on as it is.
 */
export async function* toFirstCells(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isBehind = false
  for await (const chunk of chunks) {
    const hasCells = isBehind || SPECIAL.some((byte) => chunk.includes(byte))
    if (!hasCells) {
      yield chunk
      continue
    }
    const kept = new Uint8Array(chunk.length)
    let length = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (byte === NEW_LINE) isBehind = false
      else if (byte === COMMA || byte === SEMICOLON || byte === TAB) isBehind = true
      if (!isBehind && byte !== QUOTE) kept[length++] = byte
    }
    yield kept.subarray(0, length)
  }
}
