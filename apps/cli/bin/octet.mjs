#!/usr/bin/env node
// Runs on whatever Node the machine has (20 or newer): only built-in modules here. One that cannot read TypeScript hands over
// to the product’s own, which the packages of the checkout bring along.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const keepCode = new URL('keep-code.mjs', import.meta.url)
const main = new URL('../src/main.ts', import.meta.url)
const own = fileURLToPath(new URL('../../../node_modules/node/bin/node', import.meta.url))
const isNewEnough = Number.parseInt(process.versions.node, 10) >= 24
if (isNewEnough && process.features.typescript) {
  await import(keepCode.href)
  await import(main.href)
} else if (existsSync(own)) handOver()
else {
  console.error(
    `octet: expected Node 24 or newer, got ${process.version}, and the checkout has no packages yet: npm ci brings its own`,
  )
  process.exit(1)
}

function handOver() {
  const child = spawn(own, ['--import', keepCode.href, fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal tells both of Ctrl+C, a supervisor this one alone: the command decides how it ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => signal === 'SIGINT' || child.kill(signal))
  child.on('error', (error) => {
    console.error(`octet: ${own}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
