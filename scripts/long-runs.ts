import { registerHooks } from 'node:module'
import { configureGlobal } from 'fast-check'

/** Preloaded by `npm run trial fuzz`: makes every property of a test file run as often as `FUZZ_RUNS` says. */
const USUAL_RUNS = 100
const runs = Number(process.env['FUZZ_RUNS'])
const factor = runs / USUAL_RUNS

configureGlobal({ numRuns: runs, interruptAfterTimeLimit: 1_000 * Number(process.env['FUZZ_SECONDS']) })
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('.test.ts') || !loaded.source) return loaded
    const source = Buffer.from(loaded.source as Uint8Array).toString('utf8')
    return {
      ...loaded,
      source: source.replaceAll(/numRuns: (\d+)/g, (_, usual) => `numRuns: ${Math.ceil(Number(usual) * factor)}`),
    }
  },
})
