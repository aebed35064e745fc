import { setPriority } from 'node:os'
import { makeProducts, type MakeProductsOptions } from './make-products.ts'

/** A process of its own that makes what is wanted and ends; it gives way to everything else on the machine. */
setPriority(10)
await makeProducts(JSON.parse(process.argv[2] ?? '') as MakeProductsOptions)
process.exit(0)
