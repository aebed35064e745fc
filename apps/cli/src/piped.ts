/** What is piped in, or nothing when the input is a terminal or closed. At most 512 MiB. */
export async function readPiped(stdin: NodeJS.ReadStream): Promise<Buffer | undefined> {
  if (stdin.isTTY) return undefined
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of stdin as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > 512 * 1024 * 1024) throw new Error('the input is larger than 512 MiB')
    chunks.push(chunk)
  }
  return sizeBytes === 0 ? undefined : Buffer.concat(chunks)
}
