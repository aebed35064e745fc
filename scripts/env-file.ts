import { statSync } from 'node:fs'

/** Settings of the file `.env`, for what is imported after this: some of them are read while a module is loaded. */
if (statSync('.env', { throwIfNoEntry: false })?.isFile()) process.loadEnvFile('.env')
