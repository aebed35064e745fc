import type { Plugin } from 'vite'

const ZOD_CORE = /zod[\\/]v4[\\/]core[\\/]core\.js$/

/**
 * Has zod check values without code made at run time, in pages and workers alike: the Content-Security-Policy forbids such
 * code, and already the attempt is reported.
 */
export const noEvalPlugin = (): Plugin => ({
  name: 'octet-no-eval',
  transform: (code, id) => (ZOD_CORE.test(id) ? { code: `${code}\nglobalConfig.jitless = true\n`, map: null } : undefined),
})
