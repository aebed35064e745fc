import type { Plugin } from 'vite'

const UNICODE_DATA = /unicode-name[\\/]src[\\/](name|sequence_name|type)\.js$/
const EXPORT = /^export default (?=\{)/

/**
 * Leaves the names of characters a text that is read at run time. As code, the minifier takes the quotes from their keys, and
 * a character that is newer than the browser's Unicode is a syntax error there, which takes the whole file with it. The names of
 * sequences, the larger half, stay out: nobody asks for them.
 */
export const plainDataPlugin = (): Plugin => ({
  name: 'octet-plain-data',
  transform: {
    filter: { id: UNICODE_DATA },
    handler(code, id) {
      if (UNICODE_DATA.exec(id)?.[1] === 'sequence_name') return { code: 'export default {}\n', map: null }
      const data: unknown = JSON.parse(code.replace(EXPORT, '').replace(/;?\s*$/, ''))
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(data))})\n`, map: null }
    },
  },
})
