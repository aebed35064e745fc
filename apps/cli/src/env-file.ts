import { statSync } from 'node:fs'

// Settings of the file `.env`, for what is imported after this: some of them are read while a module is loaded. A folder of
// this name is an environment of Python.
if (statSync('.env', { throwIfNoEntry: false })?.isFile()) process.loadEnvFile('.env')
