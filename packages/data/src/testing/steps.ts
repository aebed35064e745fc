import type { LayerStream } from '../layer.ts'

/** All steps of a stream as first address and described value; undefined where it says nothing. */
export function readSteps<Value>(stream: LayerStream<Value>): { start: bigint; value: Value | undefined }[] {
  const words = new Uint32Array(4)
  const steps: { start: bigint; value: Value | undefined }[] = []
  while (stream.next(words, 0)) {
    const start = stream.version === 4 ? BigInt(words[0]!) : words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n)
    steps.push({ start, value: stream.value === 0 ? undefined : stream.describe(stream.value) })
  }
  return steps
}
