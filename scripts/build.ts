import '../apps/cli/src/env-file.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { prepareData } from './prepare-data.ts'
import { packAside } from './prepare-server.ts'
import { prepareWeb } from './prepare-web.ts'

/** `npm run build`: the site anew, the server packed, and the address data if there is none. */
await Promise.all([
  prepareWeb({ force: true }).then(() => packAside({ stdio: 'inherit' })),
  prepareData(readConfig(process.env).varFolder),
])
