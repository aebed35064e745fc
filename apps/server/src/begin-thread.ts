import { Worker } from 'node:worker_threads'

/** Begins a serving thread. It reads its code, which takes a second or two, and then waits for what it serves. */
export const beginThread = (): Worker => new Worker(new URL('./thread.ts', import.meta.url))
