import { Socket } from 'node:net'

/** As much as Node asks of the system at once. */
const READ_BYTES = 65_536
/** One for all connections of a thread: what is in it is used before anything else is read. */
const shared = Buffer.allocUnsafeSlow(READ_BYTES)

/** Hears what has come: `size` bytes, which are there until it returns. */
type OnBytes = (bytes: Buffer, size: number) => void

/** What `net.connect` fills in when it is told `onread`. */
const INNER = Object.getOwnPropertySymbols(new Socket())
const BUFFER = INNER.find(({ description }) => description === 'kBuffer')
const CALLBACK = INNER.find(({ description }) => description === 'kBufferCb')

type Inner = { _handle?: { useUserBuffer?(buffer: Uint8Array): void } | null; [inner: symbol]: unknown }

/**
 * Reads a connection that has just come past its stream, into one buffer for all: the stream asks for 64 KiB a read and
 * runs a task behind each. Clients are offered this as `onread`; servers are not, so it is put where `onread` puts it
 * (docs/decisions/0040-front.md). Where a Node keeps it elsewhere, the stream is read.
 *
 * The function it gives ends that: what comes from then on is the stream's.
 */
export function readBytes(socket: Socket, onBytes: OnBytes): () => void {
  return readShared(socket, onBytes) ?? readStream(socket, onBytes)
}

function readShared(socket: Socket, onBytes: OnBytes): (() => void) | undefined {
  const inner = socket as unknown as Inner
  const handle = inner._handle
  if (BUFFER === undefined || CALLBACK === undefined || typeof handle?.useUserBuffer !== 'function') return undefined
  let isLeft = false
  handle.useUserBuffer(shared)
  inner[BUFFER] = shared
  inner[CALLBACK] = (size: number) => {
    if (isLeft) return socket.push(Buffer.copyBytesFrom(shared, 0, size))
    onBytes(shared, size)
    return true
  }
  return () => (isLeft = true)
}

function readStream(socket: Socket, onBytes: OnBytes): () => void {
  const onData = (chunk: Buffer) => onBytes(chunk, chunk.length)
  socket.on('data', onData)
  return () => socket.off('data', onData)
}
