/**
 * What the oldest browsers we serve lack, by owner: at least one of Safari 17.4, Firefox 128 (ESR), Chrome and Edge 123 does
 * not have it. Code that runs in a browser does without, or asks first.
 */
const LACKED: readonly (readonly [owner: string, names: readonly string[]])[] = [
  ['ReadableStream.prototype', ['values', 'Symbol.asyncIterator']],
  ['ReadableStream', ['from']],
  ['Response.prototype', ['bytes']],
  ['Request.prototype', ['bytes']],
  ['Blob.prototype', ['bytes']],
  ['URL', ['parse']],
  ['Promise', ['try']],
  ['RegExp', ['escape']],
  ['Error', ['isError']],
  ['Math', ['f16round', 'sumPrecise']],
  ['Map.prototype', ['getOrInsert', 'getOrInsertComputed']],
  ['WeakMap.prototype', ['getOrInsert', 'getOrInsertComputed']],
  ['Uint8Array', ['fromBase64', 'fromHex']],
  ['Uint8Array.prototype', ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']],
  ['Intl', ['DurationFormat']],
  [
    'Object.getPrototypeOf(Object.getPrototypeOf([].values()))',
    ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
  ],
  ['globalThis', ['Iterator', 'Float16Array', 'URLPattern', 'requestIdleCallback', 'scheduler', 'navigation', 'CloseWatcher']],
]

const toDelete = ([owner, names]: (typeof LACKED)[number]): string =>
  names.map((name) => `delete ${owner}[${name.startsWith('Symbol.') ? name : JSON.stringify(name)}]`).join(';')

/** Takes from a browser’s page or worker, or from Node, what older browsers do not have. */
export const OLDER_BROWSER = `${LACKED.map(toDelete).join(';')};`
