// What this thread reads from here on is kept compiled, and without its types: to strip them is most of what a short command
// would do. Where the checkout may not be written, it is kept in the home of the user, and not where others could put code
// for it. Where nothing can be kept, or NODE_COMPILE_CACHE names a folder, it changes nothing.
import { constants, enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const beside = fileURLToPath(new URL('../../../node_modules/.cache/octet-code', import.meta.url))
const { status } = enableCompileCache(beside)
if (status === constants.compileCacheStatus.FAILED) {
  const { XDG_CACHE_HOME, HOME, USERPROFILE } = process.env
  const home = HOME || USERPROFILE // none for some services
  const caches = XDG_CACHE_HOME || (home && join(home, '.cache'))
  if (caches) enableCompileCache(join(caches, 'octet/code'))
}
