import { setPriority } from 'node:os'
import { updateSources, type UpdateOptions } from './update.ts'

/** A process of its own that updates the sources, builds when anything changed, and ends. */
setPriority(10)
try {
  const report = await updateSources({
    ...(JSON.parse(process.argv[2] ?? '') as UpdateOptions),
    onProgress: (step) => process.send?.({ kind: 'step', step }),
  })
  process.send?.({ kind: 'report', report }, () => process.exit(0))
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
