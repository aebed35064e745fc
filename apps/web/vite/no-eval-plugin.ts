import type { Plugin } from 'vite'

const ZOD_CORE = /zod[\\/]v4[\\/]core[\\/]core\.js$/

/**
 * Has zod check values without code made at run time, in pages and workers alike: the Content-Security-Policy forbids such
 * code, and already the attempt is reported.
 */
export const noEvalPlugin = (): Plugin => ({
  name: 'octet-no-eval',
  transform: {
    filter: { id: ZOD_CORE },
    handler: (code) => ({ code: `${code}\nglobalConfig.jitless = true\n`, map: null }),
  },
})
