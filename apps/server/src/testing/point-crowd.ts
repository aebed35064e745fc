import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { createFakeProbe, startPoint } from './start-points.ts'

type CrowdData = { readonly server: string; readonly tokens: readonly string[]; readonly slowestMs: number }

/** Points in a thread of their own, so that what they cost is not counted with the server. Resolves when all have joined. */
export async function startCrowd(data: CrowdData): Promise<AsyncDisposable> {
  const worker = new Worker(new URL(import.meta.url), { workerData: data })
  await once(worker, 'message')
  return {
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}

/** Each answers after a time of its own, the slowest after `slowestMs`. */
async function crowd({ server, tokens, slowestMs }: CrowdData): Promise<void> {
  const points = tokens.map((token, index) =>
    startPoint({ server, token, probe: createFakeProbe({ delayMs: slowestMs * (0.2 + 0.8 * ((index * 7919) % 1000) * 0.001) }) }),
  )
  while (!points.every(({ words }) => words.some(({ kind }) => kind === 'joined')))
    await new Promise((resolve) => setTimeout(resolve, 20))
  parentPort?.postMessage('joined')
}

if (!isMainThread && workerData?.tokens) await crowd(workerData as CrowdData)
