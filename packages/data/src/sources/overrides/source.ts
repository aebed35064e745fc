import { join } from 'node:path'
import { toSourceFolder } from '../../find-sources.ts'
import { defineLayer } from '../../layer.ts'
import { readGeofeeds } from '../../readers/geofeed.ts'

const FILE = 'overrides.csv'

/** The operator's own list. */
export function toOverridesFile(varFolder: string): string {
  return join(toSourceFolder(varFolder, 'overrides'), FILE)
}

/**
 * The operator's own word on where networks are, above every other source: lines of RFC 8805 (network, country, region,
 * city), written by hand or by accepting a correction. The next build has them.
 */
export default defineLayer({
  id: 'overrides',
  title: { en: 'Corrections by the operator', zh: '管理员更正' },
  homepage: 'https://www.rfc-editor.org/rfc/rfc8805',
  licence: {
    name: 'Apache-2.0',
    url: 'https://www.apache.org/licenses/LICENSE-2.0',
    attribution: { en: 'Corrections by the operator of this installation', zh: '本站管理员提供的更正' },
    mayRedistribute: true,
  },
  origin: { kind: 'url', urls: [], cadence: 'monthly', local: FILE },
  kind: 'location',
  precedence: 1_000,
  bounds: { minRows: 0, maxRows: 1_000_000 },
  golden: [],
  parse: readGeofeeds,
})
