/**
 * Node's `http`, for servers and probes. `import … from 'node:http'` reads every export, and one of them, `WebSocket`, loads
 * a whole client with it: 40 ms of each thread's start.
 */
export const http = process.getBuiltinModule('node:http')
