import { Worker } from 'node:worker_threads'

/** Begins a serving thread; it waits to be told what to serve (`ServingThreads`). The packed server has a file of its own for it. */
export const beginThread = (file = new URL('./thread.ts', import.meta.url)): Worker => new Worker(file)
