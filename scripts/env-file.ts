import { existsSync } from 'node:fs'

/** Settings of the file `.env`, for what is imported after this: some of them are read while a module is loaded. */
if (existsSync('.env')) process.loadEnvFile('.env')
