import type { ServerResponse } from 'node:http'

/**
 * Calls back when a response is over, be it whole or because the caller has gone; soon where that has been told already, as to
 * who comes only after something that was waited for: an event is not told twice.
 */
export function whenClosed(raw: ServerResponse, heed: () => void): void {
  if (raw.destroyed || raw.closed) queueMicrotask(heed)
  else raw.once('close', heed)
}
