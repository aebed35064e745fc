import { readFileSync } from 'node:fs'

/**
 * Preloaded by `npm test`: properties are tried with the same values in every run, so that a failure is about what has
 * been changed. New values come from `npm run trial fuzz`.
 */
const SEED = 1
const files = process.argv.slice(1).filter((argument) => argument.endsWith('.test.ts'))
if (files.some((file) => readFileSync(file, 'utf8').includes("from 'fast-check'"))) {
  const { configureGlobal } = await import('fast-check')
  configureGlobal({ seed: SEED })
}
