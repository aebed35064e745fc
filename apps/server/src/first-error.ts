/** What went wrong first, where ending what had been begun went wrong as well (`SuppressedError`, ECMAScript explicit resource management). */
export function toFirstError(error: unknown): unknown {
  return error instanceof SuppressedError ? toFirstError(error.suppressed) : error
}
