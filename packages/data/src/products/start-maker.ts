import { join } from 'node:path'
import { runAside, type Aside } from '../run-aside.ts'
import type { MakeProductsOptions } from './make-products.ts'

const HEAP_MEGABYTES = 768

/** Makes wanted files in a process of its own. */
export function startMaker(options: Omit<MakeProductsOptions, 'onProgress'>): Aside {
  return runAside(join(import.meta.dirname, 'maker.ts'), options, HEAP_MEGABYTES)
}
