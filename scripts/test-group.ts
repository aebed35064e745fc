import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

/**
 * Runs the test files named on the command line one after the other in this process, each in a suite with its path as
 * name. The suite belongs to what the file does while it is being loaded, so that its hooks stay its own.
 */
for (const file of process.argv.slice(2))
  describe(file, async () => {
    await import(pathToFileURL(file).href)
  })
