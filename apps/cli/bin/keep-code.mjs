// What this thread reads from here on is kept compiled, and without its types: to strip them is most of what a short command
// would do. Where the checkout may not be written, it is kept in the home of the user, and not where others could put code
// for it. Where nothing can be kept, or NODE_COMPILE_CACHE names a folder, it changes nothing.
import { constants, enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const beside = fileURLToPath(new URL('../../../node_modules/.cache/octet-code', import.meta.url))
const { status } = enableCompileCache(beside)
if (status === constants.compileCacheStatus.FAILED)
  enableCompileCache(join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'octet/code'))
