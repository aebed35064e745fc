import { AsyncResource } from 'node:async_hooks'
import { before, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { runInThisContext } from 'node:vm'
import { OLDER_BROWSER } from '../packages/core/src/testing/older-browser.ts'
import { beginFile } from './test-costs.ts'

const files = process.argv.slice(2)
// Tools run in browsers, too, and what the oldest of them lack is easily used where no example leads.
if (files.some((file) => file.includes('packages/tools/src/'))) runInThisContext(OLDER_BROWSER)

let loaded: Promise<unknown> = Promise.resolve()

/**
 * Runs the test files named on the command line one after the other in this process, each in a suite with its path as
 * name. What a file says while it is being loaded belongs to its suite, so that its hooks stay its own; therefore no file
 * is loaded before the one before it, whose modules would else take it into theirs.
 */
for (const file of files)
  describe(file, () => {
    before(() => beginFile(file))
    const suite = new AsyncResource('suite')
    const load = () => suite.runInAsyncScope(() => import(pathToFileURL(file).href))
    return (loaded = loaded.then(load, load))
  })
